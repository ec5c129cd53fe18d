import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { check, expectTrue, root, run } from './check.mjs'

const nodes = { 'node 20': '20.20.0', 'node 22': '22.23.3', 'node 24': '24.21.0' }
const deno = { spec: 'deno@2.9.6', args: ['run', '--allow-all', '--node-modules-dir=manual'] }

/** Loads the libraries with `import` and `require` in every supported runtime, and runs them without I/O. */
export function checkRuntimes({ core, oracle, calldata, defi, mempool, mev }, work) {
  const project = join(work, 'runtimes')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'consumer', private: true }))
  run(
    'npm',
    [
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      core,
      oracle,
      calldata,
      defi,
      mempool,
      mev,
      'viem@2.57.1',
    ],
    {
      cwd: project,
    },
  )
  const smoke = readFileSync(fileURLToPath(new URL('projects/smoke.mjs', import.meta.url)), 'utf8')
  writeFileSync(join(project, 'smoke.mjs'), smoke)
  const required = smoke.replace(/^import (.*) from ('.*')$/gm, 'const $1 = require($2)')
  writeFileSync(join(project, 'smoke.cjs'), `async function main() {\n${required}}\nvoid main()\n`)
  const smokes = (name, command, args) => {
    for (const file of ['smoke.mjs', 'smoke.cjs']) {
      check(`${file === 'smoke.mjs' ? 'import' : 'require'} in ${name}`, () => {
        const output = run('sh', ['-c', '"$@" 2>&1', 'sh', command, ...args, file], { cwd: project })
        expectTrue(output === 'works\n', `it printed ${output}`)
      })
    }
  }
  for (const [name, version] of Object.entries(nodes)) {
    const wanted = `node-${platform()}-${arch()}`
    smokes(name, join(install(name, `${wanted}@${version}`), wanted, 'bin', 'node'), [])
  }
  smokes('deno', installDeno(), deno.args)
}

/** Installs a runtime. Returns its modules folder. */
function install(name, spec) {
  const directory = join(root, '.cache', 'runtimes', name.replace(' ', '-'))
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'package.json'), '{"private":true}')
  run('npm', ['install', '--ignore-scripts', '--no-save', '--no-audit', '--no-fund', spec], { cwd: directory })
  return join(directory, 'node_modules')
}

/** Installs Deno and returns the path of its native binary. */
export function installDeno() {
  const modules = install('deno', deno.spec)
  const { optionalDependencies = {} } = JSON.parse(readFileSync(join(modules, 'deno/package.json'), 'utf8'))
  const native = Object.keys(optionalDependencies).find((key) => key.includes(platform()) && key.includes(arch()))
  return join(modules, native, 'deno')
}
