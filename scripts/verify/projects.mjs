import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { installNativeCompiler } from '../typecheck.mjs'
import { bin, check, expectTrue, root, run, say } from './check.mjs'

/** Both ends of the peer range: the oldest supported version, and the newest in the registry. */
const viems = { 'viem 2.45': 'viem@2.45.0', 'the newest viem': 'viem@2' }
/** Module kinds as named in package.json. */
const kinds = { esm: 'module', commonjs: 'commonjs' }
const nativeCompiler = await installNativeCompiler()
/** Module resolutions, each with another compiler: TypeScript 5, which most projects have, and the native one. */
const resolutions = { node16: join(root, 'node_modules/typescript/bin/tsc'), nodenext: nativeCompiler }
const programs = ['watch', 'wallet']
const templates = ['swap-sender', 'gas-aware-sender', 'swap-watcher', 'liquidator', 'alert-relay']
/** Output of each program, starting with the README's bot. */
const runs = { bot: '', watch: 'every block once', wallet: 'look up 0x' }

/** Checks projects outside the repository: they install the tarballs, check types and run against local chains. */
export async function checkProjects(tarballs, work) {
  const devnet = await startDevnet()
  try {
    const project = join(work, 'project')
    createProjects(project)
    for (const [name, viem] of Object.entries(viems)) {
      const isInstalled = install(name, viem, { project, tarballs })
      if (isInstalled) checkProject(name, project, devnet.env)
      if (isInstalled && viem === viems['the newest viem']) checkBots(project, devnet.env)
    }
  } finally {
    devnet.stop()
  }
}

/** Runs the install command of the README, without compiling better-sqlite3. The second run only installs another viem. */
function install(name, viem, { project, tarballs }) {
  let isInstalled = false
  check(`npm i ./*.tgz ${viem}`, () => {
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '@types/node@20', viem]
    run('npm', [...args, ...Object.values(tarballs)], { cwd: project })
    isInstalled = true
  })
  if (!isInstalled) return false
  check(`${name}: one viem in the project`, () => {
    const found = readdirSync(join(project, 'node_modules'), { recursive: true }).filter((path) =>
      /(?:^|node_modules[\\/])viem[\\/]package\.json$/.test(path),
    )
    const { version } = JSON.parse(readFileSync(join(project, 'node_modules/viem/package.json'), 'utf8'))
    say(`      viem ${version}`)
    expectTrue(found.length === 1, found.join('\n'))
  })
  check(`${name}: npx outrigger`, () => {
    const { version } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'))
    expectTrue(run('npx', ['outrigger', '--version'], { cwd: project }) === `${version}\n`, 'another version')
  })
  return true
}

function createProjects(project) {
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{"private":true}')
  for (const [kind, type] of Object.entries(kinds)) writeProject(join(project, kind), type)
}

function writeProject(directory, type) {
  mkdirSync(directory)
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ private: true, type }))
  for (const program of programs) {
    copyFileSync(fileURLToPath(new URL(`projects/${program}.ts`, import.meta.url)), join(directory, `${program}.ts`))
  }
  writeFileSync(join(directory, 'bot.ts'), readBot(type))
}

/** Reads the program of the README. CommonJS has no top-level `await`. */
function readBot(type) {
  const [, bot = ''] = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? []
  if (type === 'module') return bot
  const isImport = (line) => line.startsWith('import ')
  const lines = bot.split('\n')
  return [
    ...lines.filter(isImport),
    'async function main() {',
    ...lines.filter((l) => !isImport(l)),
    '}',
    'main()',
  ].join('\n')
}

function checkProject(name, project, env) {
  for (const [resolution, compiler] of Object.entries(resolutions))
    check(`${name}: types in both, ${resolution}`, () => compile(project, resolution, compiler))
  for (const kind of Object.keys(kinds)) {
    const directory = join(project, 'out', kind)
    writeFileSync(join(directory, 'package.json'), readFileSync(join(project, kind, 'package.json')))
    for (const [program, expected] of Object.entries(runs)) {
      check(`${name}: ${program} in ${kind}`, () => {
        const output = runProgram(`${program}.js`, { cwd: directory, env: { ...process.env, ...env } })
        expectTrue(output.includes(expected) && !/warning/i.test(output), `it printed ${output}`)
      })
    }
  }
}

/** Checks the bots of `outrigger bot` with the installed packages: their types, and a run of one. */
function checkBots(project, { PRIMARY_URL, PRIVATE_KEY }) {
  for (const template of templates)
    check(`bot new ${template}: its types`, () => {
      run('npx', ['outrigger', 'bot', 'new', template, `bots/${template}`], { cwd: project })
      run('node', [nativeCompiler, '--noEmit', '--project', `bots/${template}`], { cwd: project })
    })
  check('bot new gas-aware-sender: sends a transaction', () => {
    const cwd = join(project, 'bots/gas-aware-sender')
    writeFileSync(join(cwd, '.env'), `RPC_URLS=${PRIMARY_URL}\nPRIVATE_KEY=${PRIVATE_KEY}\nAMOUNT_ETH=0.01\n`)
    const output = run(bin('tsx'), ['src/index.ts'], { cwd, timeout: 120_000 })
    expectTrue(/success in block \d+: paid the standard tier/.test(output), `it printed ${output}`)
  })
}

/** Compiles all programs at once, because reading the declarations is most of the work. */
function compile(project, resolution, compiler) {
  const options = ['--module', resolution, '--target', 'es2022', '--strict', '--outDir', 'out', '--types', 'node']
  const usable = (kind) =>
    kind === 'commonjs' && resolution === 'node16' && !hasCommonJsTypes(project) ? [] : ['watch', 'wallet']
  // The declarations of viem 2.45 are CommonJS for `node16` but import ES modules.
  if (resolution === 'node16' && hasCommonJsTypes(project)) options.push('--skipLibCheck')
  const files = Object.keys(kinds).flatMap((kind) => ['bot', ...usable(kind)].map((program) => `${kind}/${program}.ts`))
  run('node', [compiler, ...options, '--rootDir', '.', ...files], { cwd: project })
}

/** The newest viem only has ES module declarations, so CommonJS files cannot import it with `node16`. */
function hasCommonJsTypes(project) {
  return !existsSync(join(project, 'node_modules/viem/_types/package.json'))
}

/**
 * Runs a program and returns its output. Uses `exec`, so that a timeout ends the program and not only its shell. Retries,
 * because a program fails correctly if the chain is late on a busy machine.
 */
function runProgram(file, options, attempts = 3) {
  try {
    return run('sh', ['-c', 'exec "$@" 2>&1', 'sh', process.execPath, file], { ...options, timeout: 120_000 })
  } catch (error) {
    if (attempts === 1) throw error
    return runProgram(file, options, attempts - 1)
  }
}

/** Starts chains with breakable endpoints and a funded key. */
async function startDevnet() {
  const command = join(root, 'packages/cli/bin/outrigger.js')
  const child = spawn(process.execPath, [command, 'devnet', '--traffic-rate', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('exit', (code) => reject(new TypeError(`The devnet exited with code ${code}.`)))
  })
  const { rpc, control_url: controlUrl, proxies, mnemonic } = JSON.parse(line)
  const [primary, backup] = rpc.ethereum
  const { mnemonicToAccount } = await import('viem/accounts')
  const { toHex } = await import('viem')
  const key = toHex(mnemonicToAccount(mnemonic).getHdKey().privateKey)
  const broken = proxies.filter((proxy) => proxy.startsWith('ethereum')).join(',')
  return {
    env: { PRIMARY_URL: primary, BACKUP_URL: backup, CONTROL_URL: controlUrl, PROXIES: broken, PRIVATE_KEY: key },
    stop: () => child.kill('SIGINT'),
  }
}
