import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createMarketServer, type MarketServer } from '@outrigger/devnet/markets'
import { readRecording } from '@outrigger/devnet/recorded'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CliProcess, createDirectory, runCli, startCli } from '../fixtures/cliProcess.ts'
import { recordFindings } from '../fixtures/recordFindings.ts'
import { type CommandLines, startCommandLines } from '../fixtures/runCommandLines.ts'
import { signPurchase } from '../fixtures/signPurchase.ts'
import { requireTerminal, runInTerminal } from '../fixtures/terminal.ts'
import { measure } from '../output/text.ts'
import { loadCommands } from './registry.ts'

type Case = {
  readonly args: readonly string[]
  /** For commands that go on: enough has been said. */
  readonly until?: RegExp
  /** Values that are not ours: the node's own answer, symbols of tokens. */
  readonly foreign?: readonly string[]
  /** Written for a shell or a program, whose lines are as long as it needs. */
  readonly isScript?: true
}

const dataDir = ['--data-dir', join(createDirectory(), 'data')]
/** A port that nobody listens on: what the commands say of it is a case as well. */
const nowhere = ['--node', 'http://127.0.0.1:1']
const recording = join(createDirectory(), 'blocks.ndjson')
const transactions = join(createDirectory(), 'rows.ndjson')
const feeBlocks = join(createDirectory(), 'fees.ndjson.gz')
const minedBlocks = join(createDirectory(), 'mined.ndjson')
let devnet: CliProcess
let markets: MarketServer
let cases: Readonly<Record<string, Case>>

beforeAll(async () => {
  const transaction = {
    hash: `0x${'ab'.repeat(32)}`,
    blockNumber: '0x7',
    from: `0x${'22'.repeat(20)}`,
    to: `0x${'11'.repeat(20)}`,
    value: '0x1',
    input: '0x',
    effective_gas_price: '1000000000',
  }
  writeFileSync(recording, JSON.stringify(transaction))
  writeFileSync(transactions, `${JSON.stringify(transaction)}\n{}\n`)
  writeFileSync(minedBlocks, readRecording('mev-inspect-py/blocks.ndjson.gz'))

  const toFees = (number: number) =>
    JSON.stringify({ number, base_fee_per_gas: '7', gas_used_ratio: 0.5, tips: Array.from({ length: 11 }, () => '9') })
  writeFileSync(feeBlocks, gzipSync(Array.from({ length: 300 }, (_, number) => toFees(number)).join('\n')))

  markets = await createMarketServer({ getPricesUsd: () => ({}) })
  const url = markets.urls.defillama
  const figures = ['--config', join(createDirectory(), 'outrigger.config.json')]
  const analytics = { coingecko: { url: markets.urls.coingecko }, fearAndGreed: { url: markets.urls.alternativeme } }
  writeFileSync(figures[1] ?? '', JSON.stringify({ market: { defillama: { apiUrl: url, yieldsUrl: url } }, analytics }))

  devnet = startCli(['devnet', '--json', '--chains', 'ethereum,base', '--traffic-rate', '5'])
  const ready = JSON.parse(await devnet.firstLine()) as {
    rpc: Record<string, string[]>
    beacon: string[]
    accounts: { role: string; address: string }[]
  }
  const ethereum = ['--rpc', `ethereum=${ready.rpc['ethereum']?.join()}`]
  const rpc = [...ethereum, '--rpc', `base=${ready.rpc['base']?.join()}`]
  const beacon = ['--beacon', ready.beacon.join()]
  const borrower = ready.accounts.find(({ role }) => role === 'borrower aave_v3')?.address ?? ''
  const free = ['--port', '0']
  const accesses = ['--access-list', JSON.stringify([{ address: borrower, storageKeys: ['0x1'] }])]
  const relay = ['--relay', 'flashbots=http://127.0.0.1:1']
  const swap = await signPurchase()
  const findings = join(createDirectory(), 'findings.ndjson.gz')
  await recordFindings({ file: findings, rpc: ethereum, seconds: 3 })
  cases = {
    up: { args: ['up', ...rpc, ...beacon, ...free, ...dataDir], until: /API key[\s\S]*synced|"api_key"/ },
    gas: { args: ['gas', ...rpc] },
    'gas backtest': { args: ['gas', 'backtest', 'ethereum', '--file', feeBlocks] },
    'gas estimate': {
      args: ['gas', 'estimate', 'ethereum', '--to', borrower, '--value', '1', ...accesses, ...ethereum],
    },
    'gas history': { args: ['gas', 'history', 'ethereum', '--hours', '1', ...ethereum] },
    'gas inclusion': { args: ['gas', 'inclusion', 'ethereum', '--within', '90', ...ethereum] },
    'gas optimize': { args: ['gas', 'optimize', 'ethereum', ...ethereum] },
    price: { args: ['price', 'ethereum', 'WETH', ...ethereum] },
    market: { args: ['market', ...figures] },
    'market tvl': { args: ['market', 'tvl', 'aave', '--chain', 'ethereum', ...figures], foreign: ['chains'] },
    'market yields': {
      args: ['market', 'yields', '--chain', 'base', '--min-apy', '1', '--min-tvl', '1000000', ...figures],
    },
    'market volumes': { args: ['market', 'volumes', '--period', '7d', '--limit', '2', ...figures] },
    'analytics series': { args: ['analytics', 'series', 'ethereum', 'gas_usage', ...ethereum, ...dataDir] },
    'analytics series, several chains': {
      args: ['analytics', 'series', 'ethereum,base,bitcoin', 'gas_usage', ...rpc, ...dataDir],
    },
    'analytics dex': { args: ['analytics', 'dex', 'ethereum', ...ethereum] },
    'analytics dex, pools': { args: ['analytics', 'dex', 'ethereum', 'uniswap_v2', ...ethereum] },
    'analytics chains': { args: ['analytics', 'chains', ...rpc, ...beacon] },
    'analytics protocol': { args: ['analytics', 'protocol', 'aave_v3', ...rpc], foreign: ['sources'] },
    swap: { args: ['swap', 'ethereum', '1.5', 'ETH', 'USDC', ...ethereum] },
    'swap, transaction': {
      args: ['swap', 'ethereum', '0.01', 'ETH', 'USDC', '--from', borrower, ...ethereum],
      foreign: ['tx'],
    },
    balance: { args: ['balance', 'ethereum', borrower, ...ethereum] },
    block: { args: ['block', 'ethereum', 'latest', ...ethereum] },
    tx: { args: ['tx', 'ethereum', await findTransaction(ready.rpc['ethereum']?.[0] ?? ''), ...ethereum] },
    history: { args: ['history', 'ethereum', borrower, '--limit', '2', ...ethereum] },
    export: { args: ['export', 'blocks', 'ethereum', '0..5', '-o', 'blocks', ...ethereum] },
    sql: { args: ['sql', 'select hash, value, count(*) as n from rows group by all', transactions] },
    'sql, wide rows': { args: ['sql', 'select * exclude "blockNumber" from rows', transactions] },
    'sql, tables': { args: ['sql', '.tables', transactions] },
    'sql, columns': { args: ['sql', '.schema', 'fees'] },
    'index, add': { args: ['index', 'ethereum', borrower, '--from', '0', ...ethereum, ...dataDir] },
    index: { args: ['index', ...dataDir] },
    'index, remove': { args: ['index', 'ethereum', borrower, '--remove', ...dataDir] },
    'tx, trace': {
      args: ['tx', 'ethereum', await findTransaction(ready.rpc['ethereum']?.[0] ?? ''), '--trace', ...ethereum],
      foreign: ['traces'],
    },
    'doctor, blocks': { args: ['doctor', 'ethereum', '--blocks', '5', ...ethereum] },
    mempool: { args: ['mempool', '1', '--transitions', ...rpc], until: /mined/ },
    classify: { args: ['classify', 'ethereum', transactions] },
    'mev inspect': { args: ['mev', 'inspect', 'ethereum', minedBlocks], foreign: ['profit'] },
    'mev watch': { args: ['mev', 'watch', 'ethereum', ...rpc, ...dataDir], until: /arbitrage|sandwich|backrun/ },
    'mev replay': { args: ['mev', 'replay', findings] },
    'mev findings': { args: ['mev', 'findings', 'ethereum', ...nowhere] },
    'mev exposure': { args: ['mev', 'exposure', 'ethereum', swap, ...rpc] },
    'bundle send, dry run': { args: ['bundle', 'send', 'ethereum', swap, '--dry-run', ...ethereum] },
    'bundle send': { args: ['bundle', 'send', 'ethereum', swap, '--no-wait', ...ethereum, ...relay, ...dataDir] },
    'bundle status': { args: ['bundle', 'status', 'ethereum', '0x5c', ...ethereum, ...relay, ...dataDir] },
    'bundle cancel': { args: ['bundle', 'cancel', 'ethereum', '0x5c', ...ethereum, ...relay, ...dataDir] },
    'mev score': { args: ['mev', 'score', 'ethereum', ...dataDir] },
    'mempool, replay': { args: ['mempool', 'ethereum', '--replay', recording, '--speed', 'max', '--transitions'] },
    position: { args: ['position', 'ethereum', borrower, ...rpc] },
    book: { args: ['book', 'ethereum', ...ethereum, ...dataDir] },
    'book, status': { args: ['book', 'ethereum', '--status', ...dataDir] },
    'book, export': { args: ['book', 'ethereum', '--export', join(createDirectory(), 'books'), ...dataDir] },
    'book, import': { args: ['book', 'ethereum', '--import', 'nowhere', ...dataDir] },
    liquidations: { args: ['liquidations', 'ethereum', ...ethereum, ...dataDir] },
    rpc: { args: ['rpc', 'ethereum', 'eth_chainId', ...rpc], foreign: ['result'] },
    doctor: { args: ['doctor', ...rpc, ...beacon] },
    'alerts create': {
      args: ['alerts', 'create', '--name', 'disk', '--type', 'system', '--threshold', '90', ...nowhere],
    },
    'alerts list': { args: ['alerts', 'list', ...nowhere] },
    'alerts list, one': { args: ['alerts', 'list', 'alert_1', ...nowhere] },
    'alerts test': { args: ['alerts', 'test', 'alert_1', ...nowhere] },
    'alerts set': { args: ['alerts', 'set', 'alert_1', 'resolved', ...nowhere] },
    'alerts test, replay': { args: ['alerts', 'test', 'alert_1', '--replay', ...nowhere] },
    'alerts secret': { args: ['alerts', 'secret', ...dataDir] },
    'keys create': {
      args: [
        'keys',
        'create',
        '--name',
        'my bot of a long name',
        '--scope',
        'read:blockchain,stream:websocket',
        ...dataDir,
      ],
    },
    'keys list': { args: ['keys', 'list', ...dataDir] },
    'keys list, usage': { args: ['keys', 'list', '--usage', ...dataDir] },
    'keys list, one': { args: ['keys', 'list', 'nobody', ...dataDir] },
    'keys limit': { args: ['keys', 'limit', 'nobody', '--tier', 'base', ...dataDir] },
    'keys rotate': { args: ['keys', 'rotate', 'nobody', ...dataDir] },
    'keys revoke': { args: ['keys', 'revoke', 'nobody', ...dataDir] },
    'bot new': { args: ['bot', 'new', 'swap-watcher'] },
    init: { args: ['init', '--yes', ...ethereum] },
    config: { args: ['config', ...rpc] },
    completion: { args: ['completion', 'bash'], isScript: true },
    mcp: { args: ['mcp', ...nowhere], isScript: true },
    devnet: { args: ['devnet', '--traffic-rate', '0'], until: /Morpho\s+0x|"proxies"/ },
  }
}, 120_000)
afterAll(async () => {
  await devnet?.[Symbol.asyncDispose]()
  await markets?.close()
})

/** A transaction of the newest block that has one. */
async function findTransaction(url: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: ['latest', false] })
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { result } = (await response.json()) as { readonly result: { readonly transactions: readonly string[] } }
    if (result.transactions[0] !== undefined) return result.transactions[0]
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new TypeError('The devnet has no traffic.')
}

/** Names of commands that do something, `mev watch` for one below another. */
async function listCommands(): Promise<readonly string[]> {
  const program = new Command()
  const nothing = async () => {}
  for (const addCommand of await loadCommands()) addCommand(program, { serve: nothing, run: nothing })
  const toNames = (command: Command, prefix: string): readonly string[] =>
    command.commands.flatMap((child) => {
      const name = `${prefix}${child.name()}`
      // `gas` answers by itself, and has commands below it.
      const isGroup = child.commands.length > 0 && child.options.length === 0
      return [...(isGroup ? [] : [name]), ...toNames(child, `${name} `)]
    })
  return toNames(program, '')
}

/** Keys of ours that are not as the wire writes names. */
function findCamelCase(value: unknown, foreign: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => findCamelCase(item, foreign))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => [
    ...(/[a-z\d][A-Z]/.test(key) ? [key] : []),
    ...(foreign.includes(key) ? [] : findCamelCase(item, foreign)),
  ])
}

/**
 * Looks at every command, some side by side: most of the time goes into waiting. Those that share the data directory come
 * one after the other. `lines` runs those of its lane in one process.
 */
async function walk(look: (name: string, one: Case, lines: CommandLines) => Promise<void>): Promise<void> {
  const all = Object.entries(cases)
  const sharing = all.filter(([, { args }]) => args.includes('--data-dir'))
  const others = all.filter((entry) => !sharing.includes(entry))
  const lanes = [sharing, others.filter((_, index) => index % 2 === 0), others.filter((_, index) => index % 2 === 1)]
  await Promise.all(
    lanes.map(async (lane) => {
      using lines = startCommandLines()
      for (const [name, one] of lane) await look(name, one, lines)
    }),
  )
}

/** All a command says; one that goes on is a process of its own, interrupted once it has said enough. */
async function listen(args: readonly string[], until: RegExp | undefined, lines: CommandLines) {
  if (until === undefined) return lines.run(args)
  await using command = startCli(args)
  await expect.poll(command.stdout, { timeout: 120_000 }).toMatch(until)
  command.child.kill('SIGINT')
  return command.ended
}

/** The rows it prints, and what it says beside them. */
async function askJson({ args, until }: Case, lines: CommandLines) {
  const { stdout, stderr } = await listen([...args, '--json'], until, lines)
  const rows = stdout.split('\n').slice(0, -1)
  return { rows: rows.map((row) => JSON.parse(row) as unknown), stderr }
}

/** A key and what is to be copied whole may be longer than a line. */
const isLong = (line: string, width: number): boolean =>
  measure(line) > width && !/#sign-in=|or_[\da-f]{12}_|--rpc |curl |0x[\da-fA-F]{64}|^ +test test/.test(line)

/** Asked about nothing there is, of a key that was not used, of a server that is not there, or without a question. */
const isEmpty =
  /usage|^mcp|^mev findings|^bundle (?!.*dry run)|import|export|liquidations|^alerts (?!secret)|^keys (?:list, one|limit|rotate|revoke)/

describe('every command', () => {
  it('is walked here', async () => {
    // A case after a comma is another use of the same command.
    const names = new Set(Object.keys(cases).map((name) => name.split(',')[0] ?? ''))
    expect([...names].sort()).toEqual([...(await listCommands())].sort())
  })

  it('names fields in --json as the wire does', async () => {
    await walk(async (name, one, lines) => {
      let said = await askJson(one, lines)
      // Providers of a machine that is loaded may not answer in time.
      for (let tries = 4; tries > 0 && said.rows.length === 0 && !isEmpty.test(name); tries -= 1)
        said = await askJson(one, lines)
      if (!isEmpty.test(name)) expect(said.rows.length, `${name}\n${said.stderr}`).toBeGreaterThan(0)
      for (const row of said.rows) expect(findCamelCase(row, one.foreign ?? []), name).toEqual([])
    })
  }, 600_000)

  it('writes no line longer than 80 columns where there is no terminal', async () => {
    await walk(async (name, { args, until, isScript }, lines) => {
      if (isScript) return
      const { stdout } = await listen(args, name === 'up' ? /API key/ : until, lines)
      expect(
        stdout.split('\n').filter((line) => isLong(line, 80)),
        name,
      ).toEqual([])
    })
  }, 600_000)

  it('fits a terminal that is narrower', async (test) => {
    requireTerminal(test)
    const columns = 60
    await walk(async (name, { args, until, isScript }) => {
      if (isScript) return
      const lines = await runInTerminal(args, { columns, ...(until && { until }) })
      // Complaints are sentences, which a terminal may wrap.
      const said = lines.filter((line) => !/^outrigger: |^\{/.test(line))
      expect(
        said.filter((line) => isLong(line, columns)),
        name,
      ).toEqual([])
    })
  }, 600_000)
})

it('gives fees in --json as the oracle of a node does', async () => {
  const { stdout } = await runCli([...(cases['gas']?.args ?? []), '--json'])
  const gas: unknown = JSON.parse(stdout.slice(0, stdout.indexOf('\n')))
  expect(gas).toMatchObject({
    block_number: expect.any(Number),
    base_fee_gwei: expect.any(Number),
    fast: { max_fee_gwei: expect.any(Number) },
    stale: false,
  })
})

it('takes a chain id wherever it takes the name of a chain', async () => {
  const rpc = (cases['gas']?.args ?? []).slice(1).map((arg) => arg.replace(/^ethereum=/, '1='))
  const [byId, byName] = await Promise.all([
    runCli(['rpc', '1', 'eth_chainId', ...rpc]),
    runCli(['gas', '8453', '--json', ...rpc]),
  ])
  expect(byId).toMatchObject({ code: 0, stdout: '0x1\n' })
  expect(JSON.parse(byName.stdout)).toMatchObject({ chain: 'base' })
})
