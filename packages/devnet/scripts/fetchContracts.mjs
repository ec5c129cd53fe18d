// Fetches the npm packages of contractPackages.mjs, once for all clones of a user, into the cache folder: their contracts
// are sources and artifacts of 400 MB, of which little is used. Run directly, it fetches them and prints nothing on stdout.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contractPackages, contractsFolder } from './contractPackages.mjs'
import { exitWith, makeOnce, say } from './shared.mjs'

const npmFlags = ['--ignore-scripts', '--fetch-timeout=30000', '--fetch-retries=1', '--fetch-retry-mintimeout=1000']
const progressMs = 5_000

/**
 * Fetches the packages unless they are in the cache. Verifies each tarball before it is unpacked.
 *
 * @returns the folder of the contracts, with a folder for each package
 */
export async function fetchContracts(packages = contractPackages) {
  const folder = contractsFolder(packages)
  await makeOnce(
    folder,
    (draft) => fetchInto(draft, packages),
    () => say('Another process is fetching the contract packages. Waiting for it …'),
  )
  return folder
}

async function fetchInto(draft, packages) {
  const startedAt = Date.now()
  const tarballs = join(draft, 'tarballs')
  await mkdir(tarballs)
  // solc is CommonJS. Node takes the type from the nearest package.json, which is that of a clone if the cache is inside it.
  await writeFile(join(draft, 'package.json'), JSON.stringify({ type: 'commonjs' }))
  say(`Fetching ${packages.length} npm packages with contracts, once for all clones …`)
  const timer = setInterval(async () => {
    say(`Fetched ${(await readdir(tarballs).catch(() => [])).length} of ${packages.length} npm packages …`)
  }, progressMs)
  try {
    await download(packages, tarballs)
    for (const one of packages) await unpack(one, tarballs, draft)
  } finally {
    clearInterval(timer)
  }
  await rm(tarballs, { recursive: true })
  say(`Fetched ${packages.length} npm packages with contracts in ${Math.round((Date.now() - startedAt) / 1000)} s`)
}

/** Downloads the tarballs with npm, which reads the registry, its credentials and proxies from the user's settings. */
async function download(packages, tarballs) {
  const specs = packages.map(({ name, version }) => `${name}@${version}`)
  const { code, stderr } = await run('npm', ['pack', ...npmFlags, '--pack-destination', tarballs, ...specs])
  if (code === 0) return
  const registry = 'Is the registry of `npm config get registry` reachable?'
  throw new Error(`npm cannot fetch the contract packages: it ended with ${code}. ${registry}\n${stderr.trim()}`)
}

async function unpack({ name, version, integrity, files, folder = name }, tarballs, draft) {
  const tarball = join(tarballs, `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`)
  const actual = `sha512-${createHash('sha512')
    .update(await readFile(tarball))
    .digest('base64')}`
  if (actual !== integrity) {
    const hint = 'The registry serves another file than the one this repository was tested with.'
    throw new Error(`${name}@${version} has the integrity ${actual} instead of ${integrity}. ${hint}`)
  }
  const target = join(draft, folder)
  await mkdir(target, { recursive: true })
  const paths = files.map((path) => `package/${path}`)
  const { code, stderr } = await run('tar', ['-xzf', tarball, '-C', target, '--strip-components=1', ...paths])
  if (code !== 0) throw new Error(`tar cannot unpack ${name}@${version}: it ended with ${code}.\n${stderr.trim()}`)
}

/** Runs a program in this package's folder, so that npm also reads the repository's `.npmrc`. */
function run(program, args) {
  return new Promise((resolve, reject) => {
    const cwd = fileURLToPath(new URL('..', import.meta.url))
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
    let stderr = ''
    child.stderr.on('data', (text) => {
      stderr += text
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stderr }))
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await fetchContracts().catch(exitWith)
