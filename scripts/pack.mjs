// Writes the tarballs of the published packages to tarballs/, or to the given folder. `npm run pack:all` builds first and
// then runs it. The packages are not on the registry yet, so projects outside the repository install the tarballs.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { declareCommonJs } from './commonJsTypes.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
export const libraries = ['core', 'api', 'oracle', 'calldata', 'defi', 'mempool', 'mev', 'alerts', 'data', 'server']
export const published = [...libraries, 'cli']

/** Packs all packages. Returns the path of each tarball by package. */
export function packAll(directory) {
  mkdirSync(directory, { recursive: true })
  // Remove tarballs of an earlier version, because they would be installed as well.
  for (const file of readdirSync(directory)) if (/^outrigger-.*\.tgz$/.test(file)) rmSync(join(directory, file))
  for (const name of libraries) declareCommonJs(join(root, 'packages', name, 'dist'))
  return Object.fromEntries(
    published.map((name) => {
      const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', directory]
      const output = execFileSync('npm', args, { cwd: join(root, 'packages', name), encoding: 'utf8' })
      return [name, join(directory, JSON.parse(output)[0].filename)]
    }),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const directory = resolve(process.argv[2] ?? join(root, 'tarballs'))
  packAll(directory)
  process.stdout.write(`Wrote ${published.length} tarballs. In your project:\n\n  npm i ${directory}/*.tgz viem\n`)
}
