import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
import { buildDashboard } from '../../dashboard/scripts/build.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const common = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  conditions: ['@outrigger/source'],
  // Some of the bundled packages are CommonJS and ask for modules of Node.
  banner: {
    js: "import * as node_module from 'node:module'; const require = node_module.createRequire(import.meta.url);",
  },
  // `--verbose` tells lines of the sources with it.
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions

/** The files of the devnet find what lies beside them as they do where they stand. */
export const devnetInPlace: Plugin = {
  name: 'devnet-in-place',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]packages[\\/]devnet[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      return { loader: 'ts', contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)) }
    })
  },
}

/** The embedded chain is a file beside the command, in the repository only: the published command goes without. */
const devnetBeside: Plugin = {
  name: 'devnet-beside',
  setup({ onResolve }) {
    onResolve({ filter: /^@outrigger\/devnet/ }, () => ({ path: './devnet.js', external: true }))
  },
}

/**
 * The command and all it needs in one file, from the sources: over a thousand small modules take four times as long to
 * load. What stays outside is native or lives from its own folder.
 *
 * @param directory directly in the package's folder, for `../package.json` is read
 * @param options that differ
 * @returns the file to run
 */
export async function bundleCommand(directory: string, options: BuildOptions = {}): Promise<string> {
  const file = join(directory, 'outrigger.js')
  const { metafile, outputFiles } = await build({
    ...common,
    entryPoints: ['src/bin.ts'],
    outfile: file,
    // pg asks for its native part only where that is wanted.
    external: ['better-sqlite3', 'pg-native'],
    plugins: [devnetBeside],
    ...options,
    write: false,
    metafile: true,
  })
  for (const { path, contents } of outputFiles) replaceFile(path, contents)
  replaceFile(join(directory, 'LICENSES.txt'), collectLicenses(metafile))
  await buildDashboard(join(directory, 'dashboard'))
  return file
}

/** What `outrigger devnet` and `up --devnet` load. It names folders of this repository, so it is never published. */
async function bundleDevnet(directory: string): Promise<void> {
  const parts = ['', '/faults', '/beacon', '/markets', '/traffic']
  const contents = parts.map((part) => `export * from '@outrigger/devnet${part}'`).join('\n')
  const { outputFiles } = await build({
    ...common,
    stdin: { contents, resolveDir: root },
    outfile: join(directory, 'devnet.js'),
    plugins: [devnetInPlace],
    write: false,
  })
  for (const output of outputFiles) replaceFile(output.path, output.contents)
}

/** In one step: commands that start meanwhile and other builds meet the old file or the new one. */
function replaceFile(path: string, contents: string | Uint8Array): void {
  const part = `${path}.${process.pid}`
  writeFileSync(part, contents)
  renameSync(part, path)
}

/** The terms under which the bundled packages are given on. */
function collectLicenses({ inputs }: Metafile): string {
  const folders = Object.keys(inputs).map((path) => /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0])
  const texts = [...new Set(folders)].sort().flatMap((folder) => {
    if (folder === undefined) return []
    const { name, version, license } = JSON.parse(readFileSync(resolve(root, folder, 'package.json'), 'utf8'))
    const file = readdirSync(resolve(root, folder)).find((entry) => /^licen[cs]e/i.test(entry))
    const terms = file === undefined ? '' : readFileSync(resolve(root, folder, file), 'utf8').trim()
    return [`${name} ${version}, ${license}\n\n${terms}\n`]
  })
  return texts.join('\n\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const directory = join(root, 'dist')
  mkdirSync(directory, { recursive: true })
  await Promise.all([bundleCommand(directory), bundleDevnet(directory)])
}
