// Writes the tarballs of the published packages to tarballs/, or to the given folder. `npm run pack:all` builds first and
// then runs it. The packages are not on the registry yet, so projects outside the repository install the tarballs.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
export const libraries = ['core', 'api', 'oracle', 'calldata', 'defi', 'mempool', 'mev', 'alerts', 'data', 'server']
/** Folders of all published packages. */
export const published = [...libraries, 'cli', 'cli/create']

/** Packs all packages. Returns the path of each tarball by the package's folder. */
export function packAll(directory) {
  mkdirSync(directory, { recursive: true })
  // Remove tarballs of an earlier version, because they would be installed as well.
  for (const file of readdirSync(directory))
    if (/^(?:create-)?outrigger-.*\.tgz$/.test(file)) rmSync(join(directory, file))
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', directory]
  const workspaces = published.flatMap((name) => ['--workspace', `packages/${name}`])
  const packed = JSON.parse(
    execFileSync('npm', [...args, ...workspaces], { cwd: root, encoding: 'utf8', maxBuffer: 1e9 }),
  )
  return Object.fromEntries(published.map((name, index) => [name, join(directory, packed[index].filename)]))
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const directory = resolve(process.argv[2] ?? join(root, 'tarballs'))
  packAll(directory)
  process.stdout.write(
    `Wrote ${published.length} tarballs. In your project:\n\n  npm i ${directory}/outrigger-[a-z]*.tgz viem\n`,
  )
}
