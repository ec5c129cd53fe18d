import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type OutputFile, type Plugin } from 'esbuild'
import { listBundledPackages, toLicenseReport } from '../../../scripts/release/thirdPartyLicenses.ts'
import { buildDashboard } from '../../dashboard/scripts/build.ts'
import { toInPlace } from '../../devnet/src/program.ts'
import { pastIndexFiles } from './pastIndexFiles.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const common = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  conditions: ['@outrigger/source'],
  // Some bundled packages are CommonJS and require modules of Node.
  banner: {
    js: "import * as node_module from 'node:module'; const require = node_module.createRequire(import.meta.url);",
  },
  // `--verbose` prints lines of the sources.
  sourcemap: true,
  sourcesContent: false,
  // Makes the file a quarter smaller, and faster to parse.
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions

/** Entry points by the name of their file. */
export const entryPoints = {
  outrigger: 'src/bin.ts',
}

/** Lets bundled files of the devnet find the files next to their sources. */
export const devnetInPlace = toInPlace(/[\\/]packages[\\/]devnet[\\/]src[\\/].*\.ts$/)

/** CommonJS packages that are loaded on demand. */
const commonJs = ['undici', 'pg', '@opentelemetry/api']

/**
 * Gives `await import()` of a CommonJS package the same exports as in Node. esbuild alone provides only the default
 * export.
 */
export const namesOfCommonJs: Plugin = {
  name: 'names-of-common-js',
  setup({ onResolve, onLoad, onEnd, resolve }) {
    onResolve({ filter: /./, namespace: 'file' }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === 'asked' || !commonJs.includes(path)) return
      const found = await resolve(path, { kind: 'import-statement', resolveDir, pluginData: 'asked' })
      return { path: found.path, namespace: 'common-js', pluginData: resolveDir }
    })
    onLoad({ filter: /./, namespace: 'common-js' }, async ({ path, pluginData: resolveDir }) => {
      const names = Object.keys(await import(path)).filter((name) => /^(?!default$)[A-Za-z]\w*$/.test(name))
      const contents = `import all from ${JSON.stringify(path)}\nexport default all\nexport const { ${names.join()} } = all`
      return { contents, resolveDir }
    })
    onEnd(({ metafile }) => {
      const inputs = metafile?.inputs ?? {}
      const loaded = Object.values(inputs).flatMap(({ imports }) =>
        imports.filter((one) => one.kind === 'dynamic-import'),
      )
      const missing = loaded.filter(({ path }) => inputs[path]?.format === 'cjs').map(({ path }) => path)
      return { errors: missing.map((path) => ({ text: `${path} is CommonJS: name its package in commonJs.` })) }
    })
  },
}

/**
 * Makes the embedded chain a separate file beside the command. It exists only in the repository, because the published
 * command does not include it.
 */
const devnetBeside: Plugin = {
  name: 'devnet-beside',
  setup({ onResolve }) {
    onResolve({ filter: /^@outrigger\/devnet/ }, () => ({ path: './devnet.js', external: true }))
  },
}

/**
 * Bundles the command and its dependencies from the sources into a few files, because over a thousand small modules
 * take four times as long to load. Code that only some commands need is in separate files, which only those commands
 * load. Native packages, and packages that need files of their own folder, are not bundled.
 *
 * @param directory directly in the package's folder, for `../package.json` is read
 * @param options that differ
 * @returns the file to run
 */
export async function bundleCommand(directory: string, options: BuildOptions = {}): Promise<string> {
  const file = join(directory, 'outrigger.js')
  const { metafile, outputFiles } = await build({
    ...common,
    entryPoints,
    outdir: directory,
    splitting: true,
    // Next to the command, so that relative paths of the sources still work.
    chunkNames: 'part-[hash]',
    // pg loads its native part only on request.
    external: ['better-sqlite3', 'pg-native', '@duckdb/node-api'],
    ...options,
    plugins: [namesOfCommonJs, ...(options.plugins ?? [devnetBeside]), pastIndexFiles],
    write: false,
    metafile: true,
  })
  // The command last: it names the others.
  const isCommand = ({ path }: OutputFile) => Number(path === file)
  for (const { path, contents } of outputFiles.toSorted((a, b) => isCommand(a) - isCommand(b)))
    replaceFile(path, contents)
  const names = new Set(outputFiles.map(({ path }) => basename(path)))
  for (const name of readdirSync(directory))
    if (name.startsWith('part-') && !names.has(name)) rmSync(join(directory, name))
  await buildDashboard(join(directory, 'dashboard'))
  // Resources of `outrigger mcp`, without pages of an earlier version.
  rmSync(join(directory, 'guide'), { recursive: true, force: true })
  cpSync(join(root, '../../docs/guide'), join(directory, 'guide'), { recursive: true })
  const packages = listBundledPackages(root, Object.keys(metafile.inputs))
  replaceFile(join(directory, 'THIRD_PARTY_LICENSES.txt'), toLicenseReport(packages))
  return file
}

/**
 * Bundles what `outrigger devnet` and `up --devnet` load. It names folders of this repository, so it is never
 * published.
 */
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

/** Creates the package `create-outrigger`: one file, and a copy of the templates. */
async function bundleCreate(directory: string): Promise<void> {
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: [join(root, 'src/create.ts')],
    outdir: join(directory, 'dist'),
    banner: { js: `#!/usr/bin/env node\n${common.banner.js}` },
    sourcemap: false,
    write: false,
    metafile: true,
  })
  mkdirSync(join(directory, 'dist'), { recursive: true })
  for (const output of outputFiles) replaceFile(output.path, output.contents)
  const packages = listBundledPackages(root, Object.keys(metafile.inputs))
  replaceFile(join(directory, 'dist/THIRD_PARTY_LICENSES.txt'), toLicenseReport(packages))
  // Without templates of an earlier version.
  rmSync(join(directory, 'templates'), { recursive: true, force: true })
  cpSync(join(root, 'templates'), join(directory, 'templates'), { recursive: true })
}

/** Replaces a file in one step, so that commands and builds that run meanwhile read the old file or the new one. */
function replaceFile(path: string, contents: string | Uint8Array): void {
  const part = `${path}.${process.pid}`
  writeFileSync(part, contents)
  renameSync(part, path)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const directory = join(root, 'dist')
  mkdirSync(directory, { recursive: true })
  await Promise.all([bundleCommand(directory), bundleDevnet(directory), bundleCreate(join(root, 'create'))])
}
