// Writes the tarballs of the published packages to tarballs/, or to the folder named. Run by `npm run pack:all`, which
// builds before it. Nothing is on the registry yet: until then they are what a project outside the repository installs.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { declareCommonJs } from './commonJsTypes.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
export const libraries = ['core', 'api', 'oracle', 'calldata', 'defi', 'mempool', 'mev', 'alerts', 'data', 'server']
export const published = [...libraries, 'cli']

/** The path of each tarball by its package. */
export function packAll(directory) {
  mkdirSync(directory, { recursive: true })
  // Of an earlier version, or they would be installed together.
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
