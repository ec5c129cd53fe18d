import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addresses, type Devnet, mnemonic, readAbi, startDevnet, toTrafficAccounts } from '@outrigger/devnet'
import { startTraffic } from '@outrigger/devnet/traffic'
import { toHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { templateNames } from '../bot/templates.ts'
import { createDirectory, runCli, startCli } from '../fixtures/cliProcess.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
let devnet: Devnet
let endpoint: string
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 500, silent: true })
  endpoint = devnet.chains.ethereum.rpcUrl
}, 120_000)
afterAll(() => devnet.close())

const running = new Set<ChildProcess>()
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** A new project, with the packages of this repository as if they were installed. */
async function createProject(template: string): Promise<string> {
  const cwd = createDirectory()
  const { code, stderr } = await runCli(['bot', 'new', template, 'bot'], { cwd })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  symlinkSync(join(root, 'node_modules'), join(cwd, 'bot', 'node_modules'))
  return join(cwd, 'bot')
}

/** Starts it with what its `npm start` runs, the settings in `.env`, which begins with a byte order mark. */
function start(folder: string, settings: Readonly<Record<string, string>>) {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(folder, '.env'), `\uFEFF${lines.join('')}`)
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs')
  const child = spawn(process.execPath, [tsx, '--conditions', '@outrigger/source', 'src/index.ts'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
    })
  const ended = once(child, 'close').then(([code]) => ({ code, ...said }))
  return { child, said, ended }
}

describe('bot new', () => {
  it('refuses a folder with something in it, and a template there is not', async () => {
    const cwd = createDirectory()
    mkdirSync(join(cwd, 'full'))
    writeFileSync(join(cwd, 'full', 'mine.txt'), 'mine')
    const [full, file, unknown] = await Promise.all([
      runCli(['bot', 'new', 'liquidator', 'full'], { cwd }),
      runCli(['bot', 'new', 'liquidator', 'full/mine.txt'], { cwd }),
      runCli(['bot', 'new', 'sandwicher'], { cwd }),
    ])
    expect(full).toMatchObject({ code: 2, stderr: expect.stringContaining('not empty') })
    expect(file).toMatchObject({ code: 2, stderr: expect.stringContaining('is a file') })
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('swap-watcher') })
    expect(existsSync(join(cwd, 'full', 'package.json'))).toBe(false)
  })

  it('installs from tarballs those that the bot imports, and those that they depend on', async () => {
    const cwd = createDirectory()
    const folder = join(cwd, 'tarballs')
    mkdirSync(folder)
    const without = await runCli(['bot', 'new', '--tarballs', 'tarballs'], { cwd })
    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining('no tarball of @outrigger/core') })
    expect(existsSync(join(cwd, 'swap-sender'))).toBe(false)
    const packed = ['core', 'oracle', 'calldata', 'defi', 'mempool'].map((name) => `outrigger-${name}-0.1.0.tgz`)
    for (const file of [...packed, 'outrigger-0.1.0.tgz', 'create-outrigger-0.1.0.tgz'])
      writeFileSync(join(folder, file), '')
    const { code, stderr } = await runCli(['bot', 'new', 'swap-sender', 'bots/one', '--tarballs', folder], { cwd })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { dependencies, overrides } = readManifest(join(cwd, 'bots/one'))
    const core = readManifest(join(root, 'packages/core'))
    expect(dependencies).toEqual({
      '@outrigger/core': 'file:../../tarballs/outrigger-core-0.1.0.tgz',
      '@outrigger/defi': 'file:../../tarballs/outrigger-defi-0.1.0.tgz',
      '@outrigger/mempool': 'file:../../tarballs/outrigger-mempool-0.1.0.tgz',
      '@outrigger/oracle': 'file:../../tarballs/outrigger-oracle-0.1.0.tgz',
      viem: core.peerDependencies.viem,
    })
    expect(overrides).toEqual({ '@outrigger/calldata': 'file:../../tarballs/outrigger-calldata-0.1.0.tgz' })
  })

  it('makes the bot of the guide in at most 40 lines', () => {
    const program = readFileSync(join(root, 'packages/cli/templates/swap-sender/src/index.ts'), 'utf8')
    expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
  })

  it.each(templateNames)('%s is a whole project, of the versions there are', async (template) => {
    const cwd = createDirectory()
    const { stdout } = await runCli(['bot', 'new', template, 'My Bot', '--json'], { cwd })
    const { files } = JSON.parse(stdout) as { files: string[] }
    expect(files).toEqual(['.env.example', '.gitignore', 'README.md', 'package.json', 'src/index.ts', 'tsconfig.json'])
    const { name, dependencies = {} } = readManifest(join(cwd, 'My Bot'))
    expect(name).toBe('my-bot')
    const used = new Set(
      [...readFileSync(join(cwd, 'My Bot', 'src/index.ts'), 'utf8').matchAll(/from '([^'.]+)'/g)]
        .map(([, one = '']) => one)
        .filter((one) => !one.startsWith('node:'))
        .map((one) => one.replace(/^((?:@[^/]+\/)?[^/]+).*/, '$1')),
    )
    expect(Object.keys(dependencies).sort()).toEqual([...used].sort())
    for (const [one, range] of Object.entries(dependencies)) {
      const folder = one.replace('@outrigger/', 'packages/')
      const core = readManifest(join(root, 'packages/core'))
      const wanted = one === 'viem' ? core.peerDependencies.viem : `^${readManifest(join(root, folder)).version}`
      expect(range, one).toBe(wanted)
    }
  })
})

describe('the bots of the templates, on a devnet', () => {
  it('gas-aware-sender sends a transaction and says which tier it paid', async () => {
    const folder = await createProject('gas-aware-sender')
    const key = toHex(mnemonicToAccount(mnemonic).getHdKey().privateKey ?? new Uint8Array())
    const bot = start(folder, { RPC_URLS: endpoint, PRIVATE_KEY: key, TIER: 'fast', AMOUNT_ETH: '0.01' })
    const { code, stdout, stderr } = await bot.ended
    expect(code, stderr).toBe(0)
    expect(stdout).toMatch(/success in block \d+: paid the fast tier, [\d.]+ gwei, of which [\d.]+ gwei tip\n$/)
    const [, hash = ''] = /sent (0x[0-9a-f]{64})/.exec(stdout) ?? []
    const receipt = await devnet.chains.ethereum.client.getTransactionReceipt({ hash: hash as `0x${string}` })
    expect(receipt.status).toBe('success')
    expect(stdout).toContain(`in block ${receipt.blockNumber}:`)
    const without = await start(folder, { RPC_URLS: endpoint }).ended
    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining('PRIVATE_KEY') })
  })

  it('swap-sender swaps after a pending swap of another, over the backup', async () => {
    const folder = await createProject('swap-sender')
    const accounts = toTrafficAccounts(devnet.accounts.traders)
    const traffic = await startTraffic(devnet.chains.ethereum, { seed: 1, accounts, ratePerSecond: 1 })
    const { privateKey } = mnemonicToAccount(mnemonic, { addressIndex: 1 }).getHdKey()
    const sender = { PRIVATE_KEY: toHex(privateKey ?? new Uint8Array()), MIN_ETH: '0.01' }
    try {
      const { code, stdout, stderr } = await start(folder, { RPC_URLS: `http://127.0.0.1:9,${endpoint}`, ...sender })
        .ended
      expect(code, stderr).toBe(0)
      expect(stdout).toMatch(/^using the backup: /m)
      expect(stdout).toMatch(/^pending 0x[0-9a-f]{64}: \S+(?: → \S+)+$/m)
      expect(stdout).toMatch(/^success in block \d+$/m)
      const [, hash = ''] = /^sent (0x[0-9a-f]{64})$/m.exec(stdout) ?? []
      const receipt = await devnet.chains.ethereum.client.getTransactionReceipt({ hash: hash as `0x${string}` })
      expect(receipt.status).toBe('success')
    } finally {
      await traffic.close()
    }
  })

  it('swap-watcher prints decoded swaps and what became of them', async () => {
    const folder = await createProject('swap-watcher')
    const accounts = toTrafficAccounts(devnet.accounts.traders)
    const traffic = await startTraffic(devnet.chains.ethereum, { seed: 1, accounts, ratePerSecond: 5 })
    try {
      const { code, stdout, stderr } = await start(folder, { RPC_URLS: endpoint, COUNT: '2' }).ended
      expect(code, stderr).toBe(0)
      expect(stdout).toMatch(
        /^0x[0-9a-f]{64} \w+: \S+(?: → \S+)+, \S+ for (?:at least|exactly) \S+, worth [\d.]+ ETH$/m,
      )
      expect(stdout).toMatch(/0x[0-9a-f]{64} (?:mined|replaced|dropped)\n/)
    } finally {
      await traffic.close()
    }
  })

  it('liquidator finds a liquidation and simulates it', async () => {
    const folder = await createProject('liquidator')
    const bot = start(folder, { RPC_URLS: endpoint, COUNT: '1', MIN_USD: '10' })
    let isOver = false
    const ended = bot.ended.finally(() => {
      isOver = true
    })
    const feed = addresses.feeds['ETH / USD'].address
    const setPrice = (usd: number) =>
      devnet.chains.ethereum.client.writeContract({
        account: devnet.accounts.deployer,
        chain: null,
        address: feed,
        abi: readAbi('priceFeed'),
        functionName: 'updateAnswer',
        args: [BigInt(usd) * 10n ** 8n],
      })
    for (; !isOver; await new Promise((resolve) => setTimeout(resolve, 1_000))) await setPrice(2_700)
    await setPrice(3_000)
    const { code, stdout, stderr } = await ended
    expect(code, stderr).toBe(0)
    expect(stdout).toMatch(/^\w+ 0x[0-9a-fA-F]{40}: repay [\d.]+ \w+ for [\d.]+ \w+, [\d.]+ USD; simulated, it pays$/m)
  })

  it('alert-relay passes on what a node has signed, once, and nothing else', async () => {
    const passedOn: string[] = []
    const receiver = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      passedOn.push(Buffer.concat(chunks).toString())
      response.end()
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const dataDir = createDirectory()
    const secret = (await runCli(['alerts', 'secret', '--data-dir', dataDir])).stdout.trim()
    const folder = await createProject('alert-relay')
    const relayUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
    const bot = start(folder, { WEBHOOK_SECRET: secret, PORT: '0', RELAY_URL: relayUrl })
    await expect.poll(() => bot.said.stdout, { timeout: 30_000 }).toMatch(/listening at \S+\n/)
    const url = /listening at (\S+)/.exec(bot.said.stdout)?.[1] ?? ''

    await using node = startCli(['up', '--json', '--port', '0', '--data-dir', dataDir, '--rpc', `ethereum=${endpoint}`])
    const { rest, api_key } = JSON.parse(await node.firstLine()) as { rest: string; api_key: string }
    const env = { OUTRIGGER_API_KEY: api_key, OUTRIGGER_NODE: rest.replace(/\/api$/, '') }
    const alerts = (...args: string[]) => runCli(['alerts', ...args], { env })
    const made = await alerts(
      'create',
      '--name',
      'cheap gas',
      '--type',
      'gas',
      '--threshold',
      '0.000001',
      '--webhook',
      url,
    )
    expect(made.code, made.stderr).toBe(0)
    await expect.poll(() => passedOn.join(), { timeout: 60_000 }).toMatch(/cheap gas is [\d.e-]+, above/)
    expect(bot.said.stdout).toContain('verified alert_triggered: cheap gas')

    const before = passedOn.length
    const forged = (headers: Record<string, string>) => fetch(url, { method: 'POST', body: '{}', headers })
    const now = String(Math.floor(Date.now() / 1000))
    const signature = `v1,${Buffer.alloc(32).toString('base64')}`
    expect((await forged({})).status).toBe(401)
    const names = { 'webhook-id': 'a', 'webhook-timestamp': now, 'webhook-signature': signature }
    expect((await forged(names)).status).toBe(401)
    expect((await forged({ ...names, 'webhook-timestamp': '1' })).status).toBe(401)
    await expect.poll(() => bot.said.stderr).toMatch(/not signed\n[\s\S]*signature is wrong\n[\s\S]*too far from now\n/)
    expect(passedOn).toHaveLength(before)
    bot.child.kill('SIGINT')
    expect((await bot.ended).code).toBe(0)
    await new Promise((resolve) => receiver.close(resolve))
  })
})
