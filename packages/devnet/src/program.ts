import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = join(root, '.cache', 'programs')
const bundled = new Map<string, Promise<string>>()

/**
 * A program of the sources as one file, for a process that is started over and over: reading the sources one by one takes a
 * second of processor time more at every start. Bundled once in a process.
 *
 * @param source of a package of this repository
 * @returns path of the file, for Node without any flags
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
    // Native, or CommonJS whose names only Node gives to `await import()`.
    external: ['better-sqlite3', 'pg', 'undici', '@opentelemetry/api', 'litesvm'],
    plugins: [toInPlace(/[\\/]packages[\\/][^\\/]+[\\/]src[\\/].*\.ts$/)],
    banner: {
      js: "import * as node_module from 'node:module'; const require = node_module.createRequire(import.meta.url);",
    },
  })
  await mkdir(folder, { recursive: true })
  // Of two programs of a name each has its own; others that bundle it meanwhile write the same.
  const id = createHash('sha256').update(path).digest('hex').slice(0, 8)
  const file = join(folder, `${basename(path, '.ts')}-${id}.mjs`)
  const draft = join(folder, `${randomUUID()}.tmp`)
  await writeFile(draft, outputFiles[0]?.contents ?? '')
  await rename(draft, file)
  return file
}

/**
 * Sources find what lies beside them as they do where they stand.
 *
 * @param sources which files that is so for
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
