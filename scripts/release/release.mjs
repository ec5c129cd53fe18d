// Publishes the packages. `npm run release -- --dry-run` does everything except publishing, and prints what it would
// publish. `--rehearse <registry>` publishes to a local registry, also from a tree with changes. To publish, run
// `npx changeset version`, commit it, and add `--confirm <version>`.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import getReleasePlan from '@changesets/get-release-plan'
import { packAll, published } from '../pack.mjs'
import { findObstacles } from './obstacles.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const say = (line) => process.stdout.write(`${line}\n`)
const run = (command, args) => execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1e9 })
const { values } = parseArgs({
  options: { 'dry-run': { type: 'boolean' }, rehearse: { type: 'string' }, confirm: { type: 'string' } },
})

process.exitCode = await release()

async function release() {
  const { version } = JSON.parse(readFileSync(join(root, 'packages/core/package.json'), 'utf8'))
  const plan = await getReleasePlan(root)
  const releases = plan.releases.filter(({ type }) => type !== 'none')
  const { 'dry-run': isDry, rehearse: registry } = values
  const isReal = !isDry && registry === undefined
  if (isReal && values.confirm !== version) return refuse([`To publish version ${version}, say --confirm ${version}.`])
  const obstacles = registry === undefined ? findObstacles(root) : []
  if (isReal && releases.length > 0)
    obstacles.push('Changesets are waiting: run `npx changeset version` and commit it.')
  if (obstacles.length > 0) return refuse(obstacles)
  for (const { name, oldVersion, newVersion } of releases)
    say(`${name}: ${oldVersion}, by its changesets ${newVersion}`)
  const directory = mkdtempSync(join(tmpdir(), 'outrigger-release-'))
  const tarballs = packAll(join(directory, 'tarballs'))
  const faults = writeSboms(directory, tarballs)
  if (faults.length > 0) return refuse(faults)
  // Only a supported CI system can state the provenance.
  const target = registry === undefined ? ['--provenance'] : ['--registry', registry]
  for (const tarball of Object.values(tarballs)) {
    const args = ['publish', tarball, '--access', 'public', ...target]
    if (isDry) say(`would run: npm ${args.join(' ')}`)
    else execFileSync('npm', args, { cwd: root, stdio: 'inherit' })
  }
  return 0
}

/** Checks each tarball and writes the SBOM of its package next to it. Returns the problems found. */
function writeSboms(directory, tarballs) {
  mkdirSync(join(directory, 'sbom'))
  const faults = []
  for (const name of published) {
    const files = run('tar', ['-tzf', tarballs[name]]).trim().split('\n')
    if (!files.includes('package/LICENSE')) faults.push(`${name} has no LICENSE in its tarball.`)
    const surplus = files.filter((file) => /\.(?:test|bench)\.[cm]?[jt]s$|\/fixtures\/|\/\.env$/.test(file))
    if (surplus.length > 0) faults.push(`${name} has unneeded files in its tarball: ${surplus.join(', ')}`)
    const sbom = run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--workspace', `packages/${name}`])
    writeFileSync(join(directory, 'sbom', `${name.replace('/', '-')}.cdx.json`), sbom)
    const { components = [] } = JSON.parse(sbom)
    const bytes = run('tar', ['-xzOf', tarballs[name]]).length
    const packed = readFileSync(tarballs[name]).length
    say(
      `${name}: ${toKb(packed)} kB packed, ${toKb(bytes)} kB unpacked, ${files.length} files, ${components.length} components`,
    )
  }
  say(`Tarballs and SBOMs are in ${directory}.`)
  return faults
}

function toKb(bytes) {
  return Math.ceil(bytes / 1000)
}

function refuse(reasons) {
  for (const reason of reasons) process.stderr.write(`release: ${reason}\n`)
  return 1
}
