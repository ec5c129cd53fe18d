import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Metafile } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const chunk = 'chunk-'

/**
 * The command and all it needs in a few files, from the sources: over a thousand small modules take four times as long to
 * load. What stays outside is native or lives from its own folder.
 *
 * @param directory directly in the package's folder, for `../package.json` is read
 * @param options that differ
 * @returns the file to run
 */
export async function bundleCommand(directory: string, options: BuildOptions = {}): Promise<string> {
  for (const name of readdirSync(directory)) if (name.startsWith(chunk)) rmSync(join(directory, name))
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { outrigger: 'src/bin.ts' },
    outdir: directory,
    chunkNames: `${chunk}[hash]`,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    conditions: ['@outrigger/source'],
    external: ['better-sqlite3', '@outrigger/devnet'],
    // Some of the bundled packages are CommonJS and ask for modules of Node.
    banner: {
      js: "import * as node_module from 'node:module'; const require = node_module.createRequire(import.meta.url);",
    },
    legalComments: 'none',
    logLevel: 'warning',
    ...options,
    metafile: true,
  })
  writeFileSync(join(directory, 'LICENSES.txt'), collectLicenses(metafile))
  return join(directory, 'outrigger.js')
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

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleCommand(join(root, 'dist'))
