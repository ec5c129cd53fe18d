import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Devnet, mnemonic, startDevnet, toTrafficAccounts } from '@outrigger/devnet'
import { leaveOut } from '@outrigger/devnet/recorded'
import { startTraffic } from '@outrigger/devnet/traffic'
import { toHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startLocalRegistry } from './fixtures/localRegistry.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)
const isBuilt = existsSync(join(root, 'packages/core/dist/index.js'))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { version } = JSON.parse(read('packages/core/package.json')) as { readonly version: string }
const folder = mkdtempSync(join(tmpdir(), 'outrigger-publish-'))
/** As after `npm run pack:all` in a clone beside the user's folders. */
const clone = join(folder, 'outrigger')
const tarballs = join(clone, 'tarballs')
let devnet: Devnet
let traffic: Awaited<ReturnType<typeof startTraffic>>
let registry: Awaited<ReturnType<typeof startLocalRegistry>>
/** A user without settings and without cached packages, whose registry is the local one. */
let user: NodeJS.ProcessEnv
/** The user of this machine, with the public registry. */
const here = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:npm_|VITEST|NODE_OPT)/i.test(name)),
)

beforeAll(async () => {
  if (!isBuilt) return
  registry = await startLocalRegistry(join(folder, 'registry'))
  const home = join(folder, 'home')
  mkdirSync(home)
  // npm publishes only with a token. Scripts would compile better-sqlite3, which takes a minute and which no test uses.
  const token = `${registry.url.slice('http:'.length)}/:_authToken=any`
  writeFileSync(join(home, '.npmrc'), `registry=${registry.url}\n${token}\nignore-scripts=true\n`)
  user = { ...here, HOME: home, TMPDIR: home }
  const args = ['scripts/release/release.mjs', '--rehearse', registry.url]
  const { stdout } = await run(process.execPath, args, { cwd: root, env: user })
  const [, directory = ''] = /^Tarballs and SBOMs are in (.*)\.$/m.exec(stdout) ?? []
  mkdirSync(clone)
  renameSync(join(directory, 'tarballs'), tarballs)
  // Afterwards, because a chain and its traffic take processor time.
  devnet = await startDevnet({ blockTimeMs: 500, silent: true })
  const accounts = toTrafficAccounts(devnet.accounts.traders)
  traffic = await startTraffic(devnet.chains.ethereum, { seed: 1, accounts, ratePerSecond: 1 })
}, 600_000)
afterAll(async () => {
  await traffic?.close()
  await devnet?.close()
  await registry?.close()
  await rm(folder, { recursive: true, force: true })
}, 300_000)
beforeEach((test) => {
  if (!isBuilt) leaveOut(test, 'the packages are not built: npm run build')
})

function createFolder(name: string): string {
  const cwd = join(folder, name)
  mkdirSync(cwd)
  return cwd
}

const listPackages = (cwd: string) => readdirSync(join(cwd, 'node_modules'), { recursive: true, encoding: 'utf8' })

/** The first block of a language after `heading`. */
function findBlock(page: string, language: string, heading = ''): string {
  const text = read(page)
  const pattern = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm')
  return pattern.exec(text.slice(text.indexOf(heading)))?.[1] ?? ''
}

/**
 * Runs the program of the README, with a primary that is down. It is JavaScript as well. Retries, because the program fails
 * correctly if the chain is late on a busy machine.
 */
async function runReadme(cwd: string, attempts = 3): Promise<string> {
  writeFileSync(join(cwd, 'bot.mjs'), findBlock('README.md', 'ts'))
  const endpoints = { PRIMARY_URL: 'http://127.0.0.1:9', BACKUP_URL: devnet.chains.ethereum.rpcUrl }
  try {
    return (await run(process.execPath, ['bot.mjs'], { cwd, env: { ...here, ...endpoints } })).stdout
  } catch (error) {
    if (attempts === 1) throw error
    return runReadme(cwd, attempts - 1)
  }
}

const fees = /^{ maxFeePerGas: \d+n, maxPriorityFeePerGas: \d+n }\n$/

describe('the packages on a registry', () => {
  it('are all published by the release script', async () => {
    const manifests = ['packages', 'packages/cli'].flatMap((parent) =>
      readdirSync(join(root, parent))
        .map((name) => `${parent}/${name}/package.json`)
        .filter((path) => existsSync(join(root, path)))
        .map((path) => JSON.parse(read(path)) as { readonly name: string; readonly private?: boolean }),
    )
    const names = manifests.filter((one) => one.private !== true).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['@outrigger/core', 'outrigger', 'create-outrigger']))
    for (const name of names) {
      const response = await fetch(`${registry.url}/${name}`)
      expect(await response.json(), name).toMatchObject({ 'dist-tags': { latest: version } })
    }
  })

  it('run the program of the README, without a database driver', { timeout: 300_000 }, async () => {
    const cwd = createFolder('readme')
    const command = findBlock('README.md', 'sh')
    expect(command).toContain('npm i @outrigger/core')
    expect(findBlock('docs/guide/install.md', 'sh')).toBe(command)
    await run('sh', ['-c', command], { cwd, env: user })
    expect(await runReadme(cwd)).toMatch(fees)
    expect(listPackages(cwd)).not.toContain('better-sqlite3')
  })

  it('npx outrigger', { timeout: 300_000 }, async () => {
    const cwd = createFolder('npx')
    const outrigger = async (...args: string[]) => (await run('npx', ['outrigger', ...args], { cwd, env: user })).stdout
    expect(await outrigger('--version')).toBe(`${version}\n`)
    const rpc = `ethereum=${devnet.chains.ethereum.rpcUrl}`
    expect(await outrigger('rpc', 'ethereum', 'eth_chainId', '--rpc', rpc)).toBe('0x1\n')
  })

  it('npm create outrigger makes a bot', { timeout: 300_000 }, async () => {
    const cwd = createFolder('create')
    await run('npm', ['create', 'outrigger'], { cwd, env: user })
    await expectBot(join(cwd, 'swap-sender'), user)
  })
})

describe('the packages as tarballs', () => {
  it('are installed by the command of the guide, without a database driver', { timeout: 300_000 }, async () => {
    const cwd = createFolder('guide')
    const commands = findBlock('docs/guide/install.md', 'sh', '## Install from a clone').trim().split('\n')
    const install = commands.find((command) => command.startsWith('npm i ')) ?? ''
    await run('bash', ['-c', install], { cwd, env: here })
    expect(await runReadme(cwd)).toMatch(fees)
    expect(listPackages(cwd)).not.toContain('better-sqlite3')
  })

  it('make a bot', { timeout: 300_000 }, async () => {
    const cwd = createFolder('bots')
    const command = findBlock('docs/guide/install.md', 'sh', 'To create a bot that uses the tarballs')
    expect(command).toContain('--tarballs')
    // As if the user had agreed to install what the command names.
    await run('bash', ['-c', command], { cwd, env: { ...here, npm_config_yes: 'true' } })
    await expectBot(join(cwd, 'my-bot'), here)
  })
})

/** Installs a bot, checks its types and runs it. */
async function expectBot(cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  await run('npm', ['install'], { cwd, env })
  expect(listPackages(cwd)).not.toContain('better-sqlite3')
  await run('npm', ['run', 'check'], { cwd, env })
  const key = toHex(mnemonicToAccount(mnemonic).getHdKey().privateKey ?? new Uint8Array())
  const endpoints = `http://127.0.0.1:9,${devnet.chains.ethereum.rpcUrl}`
  writeFileSync(join(cwd, '.env'), `RPC_URLS=${endpoints}\nPRIVATE_KEY=${key}\nMIN_ETH=0.01\n`)
  const { stdout } = await run('npm', ['start'], { cwd, env })
  expect(stdout).toMatch(/^pending 0x[0-9a-f]{64}: \S+ → .*\n(?:.*\n)*sent 0x[0-9a-f]{64}\nsuccess in block \d+\n$/m)
}
