// Packs the published packages, checks their shape with publint and are-the-types-wrong, installs the tarballs into an
// empty project and imports them in every runtime we promise. Run by `npm run verify`; needs a build.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { arch, platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const published = ['core', 'oracle', 'defi', 'mempool', 'server', 'cli']
const everywhere = ['core', 'oracle', 'defi', 'mempool']
const work = mkdtempSync(join(tmpdir(), 'outrigger-verify-'))
const runtimesDir = join(root, '.cache', 'runtimes')
let failed = 0

const say = (line) => process.stderr.write(`${line}\n`)
const run = (command, args, options = {}) =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options })

function check(name, action) {
  try {
    action()
    say(`ok    ${name}`)
  } catch (error) {
    failed += 1
    say(`FAIL  ${name}\n${error.stdout ?? ''}${error.stderr ?? error}`)
  }
}

const bin = (name) => join(root, 'node_modules', '.bin', name)
const tarballs = {}
for (const name of published) {
  const dir = join(root, 'packages', name)
  const [{ filename }] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', work], { cwd: dir }))
  tarballs[name] = join(work, filename)
  check(`publint ${name}`, () => run(bin('publint'), ['run', '--strict', tarballs[name]]))
  if (name !== 'cli') check(`attw ${name}`, () => run(bin('attw'), [tarballs[name], '--profile', 'esm-only']))
}

const project = join(work, 'project')
mkdirSync(project)
writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }))
run('npm', ['install', '--ignore-scripts', ...everywhere.map((name) => tarballs[name])], { cwd: project })
// A program, not just an import: it must load, run a pure function and build a pool without any I/O.
writeFileSync(
  join(project, 'smoke.mjs'),
  `import { chains, createProviderPool, redactUrl } from '@outrigger/core'
import { createMemoryStore } from '@outrigger/core'
import { createClassifier } from '@outrigger/mempool'
import { createGasOracle } from '@outrigger/oracle'
const pool = createProviderPool({ chain: chains.ethereum, endpoints: ['http://127.0.0.1:9'] })
const oracle = createGasOracle({ pools: [pool] })
const store = createMemoryStore()
await store.collection('c').set('k', 1)
if (redactUrl('https://a.example/v2/KEY').includes('KEY')) throw new TypeError('secret shown')
if (!oracle.chains.includes('ethereum')) throw new TypeError('oracle does not serve ethereum')
const deployment = { from: null, to: null, input: '0x6080', value: 0n }
if (createClassifier({ chain: 'ethereum' }).classify(deployment).type !== 'contract_deploy') throw new TypeError('misread')
await oracle.close()
await pool.close()
console.log('works')
`,
)

const runtimes = {
  'node 20': { package: `node-${platform()}-${arch()}@20.20.0`, args: [] },
  'node 22': { package: `node-${platform()}-${arch()}@22.23.3`, args: [] },
  'node 24': { package: `node-${platform()}-${arch()}@24.21.0`, args: [] },
  deno: { package: 'deno@2.9.6', args: ['run', '--allow-all', '--node-modules-dir=manual'] },
}
for (const [name, { package: spec, args }] of Object.entries(runtimes)) {
  check(`import in ${name}`, () => {
    const dir = join(runtimesDir, name.replace(' ', '-'))
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, 'package.json'), '{"private":true}')
    run('npm', ['install', '--ignore-scripts', '--no-save', spec], { cwd: dir })
    const output = run(executable(dir, spec), [...args, 'smoke.mjs'], { cwd: project })
    if (!output.includes('works')) throw new TypeError(`printed ${output}`)
  })
}

check('the command alone, before anything it depends on is installed', () => {
  run('tar', ['-xzf', tarballs.cli, '-C', work])
  const output = run(process.execPath, [join(work, 'package/bin/outrigger.js'), '--help'])
  if (!output.includes('liquidations')) throw new TypeError(`printed ${output}`)
})

/** The native binary inside an installed runtime package, whichever way the package names it. */
function executable(dir, spec) {
  const name = spec.slice(0, spec.lastIndexOf('@'))
  if (name !== 'deno') return join(dir, 'node_modules', name, 'bin', 'node')
  const { optionalDependencies = {} } = JSON.parse(readFileSync(join(dir, 'node_modules/deno/package.json'), 'utf8'))
  const os = platform() === 'linux' ? 'linux' : platform()
  const native = Object.keys(optionalDependencies).find((key) => key.includes(os) && key.includes(arch()))
  return join(dir, 'node_modules', native, 'deno')
}

rmSync(work, { recursive: true, force: true })
process.exitCode = failed > 0 ? 1 : 0
