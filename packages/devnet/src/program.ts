import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = join(root, '.cache', 'programs')
const bundled = new Map<string, Promise<string>>()

/**
 * Bundles a source program into one file, for a process that is started repeatedly. Loading the sources one by one takes a
 * second of CPU time per start. Each program is bundled once per process.
 *
 * @param source a source file of this repository
 * @returns path of the file, which runs in Node without flags
 * @example
 * spawn(process.execPath, [await bundleProgram(new URL('./keepFees.ts', import.meta.url)), rpcUrl])
 */
export function bundleProgram(source: URL): Promise<string> {
  const path = fileURLToPath(source)
  const known = bundled.get(path) ?? bundle(path)
  bundled.set(path, known)
  return known
}

async function bundle(path: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    logLevel: 'warning',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    conditions: ['@outrigger/source'],
    // Native modules, or CommonJS modules whose named exports only work in Node.
    external: ['better-sqlite3', 'pg', 'undici', '@opentelemetry/api', 'litesvm'],
    plugins: [toInPlace(/[\\/]packages[\\/][^\\/]+[\\/]src[\\/].*\.ts$/)],
    banner: {
      js: "import * as node_module from 'node:module'; const require = node_module.createRequire(import.meta.url);",
    },
  })
  await mkdir(folder, { recursive: true })
  // Programs with the same name get different files. Processes that bundle the same program write the same content.
  const id = createHash('sha256').update(path).digest('hex').slice(0, 8)
  const file = join(folder, `${basename(path, '.ts')}-${id}.mjs`)
  const draft = join(folder, `${randomUUID()}.tmp`)
  await writeFile(draft, outputFiles[0]?.contents ?? '')
  await rename(draft, file)
  return file
}

/**
 * Returns a plugin that keeps `import.meta.url` of sources, so that they find the files next to them.
 *
 * @param sources pattern of the source files
 */
export const toInPlace = (sources: RegExp): Plugin => ({
  name: 'in-place',
  setup({ onLoad }) {
    onLoad({ filter: sources }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      return { loader: 'ts', contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)) }
    })
  },
})
