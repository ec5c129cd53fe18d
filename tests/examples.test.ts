import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sleep } from '@outrigger/core'
import { addresses, type Devnet, readAbi, startDevnet } from '@outrigger/devnet'
import { createFaultProxy, type Fault } from '@outrigger/devnet/faults'
import { createMarketServer, type MarketServer } from '@outrigger/devnet/markets'
import { createNode, type OutriggerNode } from '@outrigger/server'
import { createWalletClient, http, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { bundlePrograms } from './fixtures/bundlePrograms.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
// Inside the workspace, so that imports of its packages resolve.
const folder = mkdtempSync(join(root, 'tests/.run-'))
const namesInRoot = readdirSync(root).sort()
let devnet: Devnet
let rpcUrl: string
let markets: MarketServer
let node: OutriggerNode
let env: NodeJS.ProcessEnv
/** The file of a program by its name. */
let programOf: (name: string) => string

beforeAll(async () => {
  programOf = await bundlePrograms(folder, collectPrograms())
  devnet = await startDevnet({ blockTimeMs: 500, silent: true })
  rpcUrl = devnet.chains.ethereum.rpcUrl
  markets = await createMarketServer({ getPricesUsd: () => ({}) })
  // For programs of the documentation that ask a node.
  node = await createNode({ chains: { ethereum: { endpoints: [rpcUrl] } } })
  const { url } = await node.listen({ port: 0, gatewayPort: 0 })
  const { secret } = await node.keys.create({ name: 'documentation', scopes: ['admin:account'] })
  env = {
    ...process.env,
    OUTRIGGER_URL: url,
    OUTRIGGER_API_KEY: secret,
    PRIMARY_URL: rpcUrl,
    BACKUP_URL: `${rpcUrl}/?second`,
    RPC_URLS: rpcUrl,
    DEFILLAMA_URL: markets.urls.defillama,
    // The first account of anvil's published test mnemonic.
    PRIVATE_KEY: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  }
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await node?.close()
  await markets?.close()
  await devnet.close()
})

type Outcome = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

function outcome(child: ChildProcess): Promise<Outcome> {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (data) => {
    stdout += data
  })
  child.stderr?.on('data', (data) => {
    stderr += data
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })))
}

// In a folder of its own: a program may write files beside itself, and a checkout is no place for them.
const start = (name: string, environment = env) =>
  spawn(process.execPath, [programOf(name)], { cwd: folder, env: environment })
const run = (name: string) => outcome(start(name))

/** The cells of a notebook as one program. */
function toScript(path: string): string {
  const { cells } = JSON.parse(readFileSync(join(root, path), 'utf8')) as {
    cells: { cell_type: string; source: string[] }[]
  }
  return cells
    .filter(({ cell_type }) => cell_type === 'code')
    .map(({ source }) => source.join(''))
    .join('\n')
    .replaceAll(/'npm:(@?[^'@]+)(?:@[\d.]+)?((?:\/[^']*)?)'/g, "'$1$2'")
}

/** The programs of the documentation, by name. */
function readPages(): Readonly<Record<string, string>> {
  const pages = ['README.md', ...readdirSync(join(root, 'docs/guide')).map((name) => `docs/guide/${name}`)]
  pages.push(...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/README.md`))
  const programs = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8')
    // A block with an import is a whole program; the others are fragments.
    const blocks = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code ?? '')
    const whole = blocks.filter((code) => code.includes('import '))
    return whole.map((code, index) => [`${page.replaceAll(/\W/g, '-')}-${index}`, code] as const)
  })
  return Object.fromEntries(programs)
}

const pages = readPages()

/** Every program of the examples and the documentation, as files by name. */
function collectPrograms(): Readonly<Record<string, string>> {
  const scripts = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.ts'))
  const texts = {
    ...pages,
    notebook: toScript('examples/notebook.ipynb'),
    analytics: toScript('examples/analytics.ipynb'),
  }
  const written = Object.entries(texts).map(([name, text]) => {
    const file = join(folder, `${name}.ts`)
    writeFileSync(file, text)
    return [name, file]
  })
  const own = scripts.map((name) => [name.slice(0, -'.ts'.length), join(root, 'examples', name)])
  return Object.fromEntries([...own, ...written])
}

describe('examples', () => {
  it('in-process-bot.ts sends a transaction at the price it read', async () => {
    const { code, stdout, stderr } = await run('in-process-bot')
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(stdout).toMatch(/^0x[0-9a-f]{64} success at [\d.]+ gwei\n$/)
  })

  it('in-process-bot.ts gives its advice where the answer to its transaction is lost', async () => {
    const proxies = [await createFaultProxy({ target: rpcUrl }), await createFaultProxy({ target: rpcUrl })]
    const setFaults = (fault: Fault) => Promise.all(proxies.map((proxy) => proxy.setFault(fault)))
    await setFaults({ kind: 'slow', delayMs: 400 })
    const [PRIMARY_URL, BACKUP_URL] = proxies.map(({ url }) => url)
    const bot = start('in-process-bot', { ...env, PRIMARY_URL, BACKUP_URL })
    const ended = outcome(bot)
    const sent = () => proxies.some(({ stats }) => (stats.byMethod['eth_sendRawTransaction'] ?? 0) > 0)
    while (!sent() && bot.exitCode === null) await sleep(20)
    await setFaults({ kind: 'refuse' })
    const { code, stdout, stderr } = await ended
    await Promise.all(proxies.map((proxy) => proxy.close()))
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/It is unknown whether transaction 0x[0-9a-f]{64} was accepted\./)
    expect(stderr).toMatch(/^look up 0x[0-9a-f]{64} before you go on$/m)
    expect(stderr).not.toMatch(/unknown RPC error|^\s+at /m)
  })

  it('in-process-bot.ts ends with 130 and without a stack on Ctrl-C', async () => {
    await using proxy = await createFaultProxy({ target: rpcUrl })
    // A price that never comes.
    const settings = { ...env, PRIMARY_URL: proxy.url, MAX_FEE_GWEI: '0.000000001' }
    const bot = start('in-process-bot', settings)
    const ended = outcome(bot)
    // Once it reads heads it waits for a price.
    while ((proxy.stats.byMethod['eth_subscribe'] ?? 0) === 0 && bot.exitCode === null) await sleep(20)
    bot.kill('SIGINT')
    expect(await ended).toEqual({ code: 130, stdout: '', stderr: 'interrupted\n' })
  })

  it('swap.ts brings at least what it says, in a block', async () => {
    const { code, stdout, stderr } = await run('swap')
    expect({ code, stderr }).toMatchObject({ code: 0 })
    const [received] = /(?<=^0x[0-9a-f]{64} )[\d.]+(?= USDC in block \d+\n$)/.exec(stdout) ?? []
    const [least] = /(?<=at least )[\d.]+/.exec(stderr) ?? []
    expect(Number(received)).toBeGreaterThan(0)
    expect(Number(received)).toBeGreaterThanOrEqual(Number(least))
  })

  it('watch-logs.ts prints the transfers of a token as they are mined', async () => {
    const account = privateKeyToAccount(env['PRIVATE_KEY'] as `0x${string}`)
    const wallet = createWalletClient({ account, chain: mainnet, transport: http(rpcUrl) })
    const abi = parseAbi(['function deposit() payable', 'function transfer(address, uint256) returns (bool)'])
    const address = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
    await wallet.writeContract({ address, abi, functionName: 'deposit', value: 10n ** 18n })
    const ended = run('watch-logs')
    let running = true
    void ended.finally(() => {
      running = false
    })
    while (running) {
      await wallet.writeContract({ address, abi, functionName: 'transfer', args: [address, 10n ** 15n] })
      await sleep(300)
    }
    const { code, stdout, stderr } = await ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^(?:block \d+: 0\.001 WETH\n){5}$/)
  })

  it('notebook.ipynb runs as a plain script', async () => {
    const { code, stdout, stderr } = await run('notebook')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/next base fee [\d.]+ gwei, congestion low/)
    expect(stdout).toContain('instant')
  })

  it('analytics.ipynb draws what a node counts of its chain', async () => {
    env['CHARTS'] = folder
    const { code, stdout, stderr } = await run('analytics')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^[1-9]\d* blocks, [\d.]+ % of the day: top_level: /)
    expect(stdout).toMatch(/^active addresses today: [1-9]\d* ± \d/m)
    expect(stdout).toMatch(/^uniswap_v3 holds [1-9][\d,]+ USD in [1-9]\d* pools$/m)
    for (const name of ['volume', 'gas', 'addresses', 'liquidity']) {
      const svg = readFileSync(join(folder, `${name}.svg`), 'utf8')
      expect(svg, name).toMatch(
        /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"[^>]*>[\s\S]*<rect [^>]*fill="#[\da-f]{6}">[\s\S]*<\/svg>$/,
      )
      expect(svg, name).not.toMatch(/NaN|undefined|Infinity/)
    }
  })

  it('large-swaps.ts tells of a large swap, and that it was mined', async () => {
    const account = privateKeyToAccount(env['PRIVATE_KEY'] as `0x${string}`)
    const wallet = createWalletClient({ account, chain: mainnet, transport: http(rpcUrl) })
    const ended = outcome(start('large-swaps', { ...env, COUNT: '1' }))
    let running = true
    void ended.finally(() => {
      running = false
    })
    const path = ['0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'] as const
    for (; running; await sleep(500))
      await wallet.writeContract({
        address: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
        abi: parseAbi(['function swapExactETHForTokens(uint256, address[], address, uint256) payable']),
        functionName: 'swapExactETHForTokens',
        args: [0n, path, account.address, 2n ** 40n],
        value: 10n ** 19n,
        // The pair also writes its price where a second has begun since the last swap, which an estimate may not see.
        gas: 300_000n,
      })
    const { code, stdout, stderr } = await ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^10 ETH: WETH → USDC on uniswap_v2, priority [\d.]+\n/)
    expect(stdout).toMatch(/0x[0-9a-f]{64} mined\n/)
  })

  it('liquidations.ts tells of a liquidation once a price update makes it', async () => {
    const settings = { ...env, COUNT: '1', DATA_DIR: join(folder, 'books') }
    const ended = outcome(start('liquidations', settings))
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
    let running = true
    void ended.finally(() => {
      running = false
    })
    for (; running; await sleep(1_000)) await setPrice(2_700)
    await setPrice(3_000)
    const { code, stdout, stderr } = await ended
    expect(code, stderr).toBe(0)
    expect(stderr).toMatch(/^(?:\w+: (?:building|ready), \d+ % of its blocks searched\n)+$/)
    expect(stdout).toMatch(
      /^[\d.]+ USD: repay [\d.]+ \w+ of 0x[0-9a-f]{40} on \w+ for [\d.]+ \w+, (?:now|after 0x[0-9a-f]{64})\n/,
    )
  })

  it('anywhere.ts says the same in process and beside a node', async () => {
    // No block comes in between.
    await using still = await startDevnet({ blockTimeMs: 3_600_000, silent: true })
    const { rpcUrl } = still.chains.ethereum
    await using node = await createNode({ chains: { ethereum: { endpoints: [rpcUrl] } } })
    const { url } = await node.listen({ port: 0, gatewayPort: 0 })
    const { secret } = await node.keys.create({ name: 'bot', scopes: ['read:blockchain', 'stream:websocket'] })
    const common = { ...env, RPC_URLS: rpcUrl, ACCOUNT: still.accounts.borrowersOf.aaveV3[0]?.address }
    const account = privateKeyToAccount(env['PRIVATE_KEY'] as `0x${string}`)
    const wallet = createWalletClient({ account, chain: mainnet, transport: http(rpcUrl) })
    let nonce = await still.chains.ethereum.client.getTransactionCount({ address: account.address })
    const runBoth = async () => {
      const ways = [common, { ...common, OUTRIGGER_NODE: url, OUTRIGGER_API_KEY: secret }]
      let running = true
      const ended = Promise.all(ways.map((settings) => outcome(start('anywhere', settings)))).finally(() => {
        running = false
      })
      for (; running; nonce += 1, await sleep(500))
        await wallet.sendTransaction({ to: account.address, value: 10n ** 18n, gas: 21_000n, nonce })
      return ended
    }
    let [inProcess, sidecar] = await runBoth()
    // A read has seconds, within which a machine that is loaded may not answer.
    for (let tries = 2; tries > 0 && /GAS_UNAVAILABLE/.test(`${inProcess?.stderr}${sidecar?.stderr}`); tries -= 1)
      [inProcess, sidecar] = await runBoth()
    expect([inProcess, sidecar]).toMatchObject([
      { code: 0, stderr: '' },
      { code: 0, stderr: '' },
    ])
    const masked = [inProcess, sidecar].map((one) => one?.stdout.replace(/^0x[0-9a-f]{64}/m, 'hash'))
    expect(masked[1]).toBe(masked[0])
    expect(masked[0]).toMatch(
      /^block \d+: up to [\d.]+ gwei\naave_v3: AT_RISK, .* owes \d+ of USDC\nhash: transfer of 1 ETH\n$/,
    )
  })

  it('sidecar.sh starts a node, asks it and stops it', async () => {
    const args = ['--rpc', `ethereum=${rpcUrl}`]
    const bin = join(folder, 'npx')
    // The script as a user runs it, where `npx outrigger` is the command of these sources.
    writeFileSync(bin, `#!/bin/sh\nshift\nexec "${process.execPath}" "${inject('command')}" "$@"\n`, { mode: 0o755 })
    const child = spawn('sh', ['examples/sidecar.sh', ...args, '--data-dir', join(folder, 'data')], {
      cwd: root,
      env: { ...env, PATH: `${folder}:${process.env['PATH']}` },
    })
    const { code, stdout, stderr } = await outcome(child)
    expect({ code, stderr }).toMatchObject({ code: 0 })
    const [gas, health, token] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(gas).toMatchObject({ chain: 'ethereum', source: 'primary', stale: false })
    expect(health).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
    expect(token).toMatchObject({ expires_in: 3600 })
  })
})

describe('programs in the documentation', () => {
  it.each(Object.keys(pages))('%s', async (name) => {
    const { code, stderr } = await run(name)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })
})

it('no program leaves a file in the checkout', () => {
  expect(readdirSync(root).sort()).toEqual(namesInRoot)
})
