import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createMarketServer, type MarketServer } from '@outrigger/devnet/markets'
import { readRecording } from '@outrigger/devnet/recorded'
import { createNode, type OutriggerNode } from '@outrigger/server'
import { afterAll, beforeAll, describe, expect, it, type TestContext, vi } from 'vitest'
import { type CliProcess, createDirectory, startCli } from '../fixtures/cliProcess.ts'
import { recordFindings } from '../fixtures/recordFindings.ts'
import { type CommandLines, startCommandLines } from '../fixtures/runCommandLines.ts'
import { readWithDuckDb, readWithPandas, readWithParquetWasm, toDocumented } from '../fixtures/tableReaders.ts'
import { listings } from '../rows/registry.ts'

type Case = {
  readonly args: readonly string[]
  /** For a command that goes on: what it says on stderr once it has rows. */
  readonly until?: RegExp
  /** The devnet may have no such rows. */
  readonly isEmpty?: true
}

const directory = createDirectory()
const dataDir = ['--data-dir', join(directory, 'data')]
const transactions = join(directory, 'transactions.ndjson')
const minedBlocks = join(directory, 'mined.ndjson')
const recording = join(directory, 'recording.ndjson.gz')
const hash = `0x${'ab'.repeat(32)}`
let devnet: CliProcess
let node: OutriggerNode
let markets: MarketServer
let charts: Server
let lines: CommandLines
let cases: Readonly<Record<string, Case>>

beforeAll(async () => {
  const transaction = {
    hash,
    blockNumber: '0x7',
    blockTimestamp: '0x65000670',
    from: `0x${'22'.repeat(20)}`,
    to: `0x${'11'.repeat(20)}`,
    value: '0xde0b6b3a7640001',
    input: '0x',
    effective_gas_price: '1000000000',
  }
  writeFileSync(transactions, JSON.stringify(transaction))
  writeFileSync(minedBlocks, readRecording('mev-inspect-py/blocks.ndjson.gz'))
  markets = await createMarketServer({ getPricesUsd: () => ({}) })
  charts = createServer(answerChart).listen(0)
  await once(charts, 'listening')
  const config = join(directory, 'outrigger.config.json')
  const url = markets.urls.defillama
  const prices = { defillama: { enabled: true, url: `http://127.0.0.1:${(charts.address() as AddressInfo).port}` } }
  writeFileSync(config, JSON.stringify({ prices, market: { defillama: { apiUrl: url, yieldsUrl: url } } }))

  devnet = startCli(['devnet', '--json', '--chains', 'ethereum,base', '--traffic-rate', '5'])
  const ready = JSON.parse(await devnet.firstLine()) as {
    rpc: Record<string, string[]>
    accounts: { role: string; address: string }[]
    control_url: string
  }
  // Positions become liquidatable.
  await fetch(`${ready.control_url}/ether`, { method: 'PUT', body: '{"change":-0.1}' })
  const ethereum = ['--rpc', `ethereum=${ready.rpc['ethereum']?.join()}`]
  node = await createNode({ chains: { ethereum: { endpoints: ready.rpc['ethereum'] ?? [] } }, log: 'silent' })
  const { url: nodeUrl } = await node.listen({ port: 0, gatewayPort: 0 })
  const { secret } = await node.keys.create({ name: 'tables', tier: 'unlimited', scopes: ['read:blockchain'] })
  const hasFindings = async () => (await node.mev.getFindings('ethereum')).total > 0
  await vi.waitUntil(hasFindings, { timeout: 60_000, interval: 500 })
  await recordFindings({ file: recording, rpc: ethereum, seconds: 3 })
  const borrower = ready.accounts.find(({ role }) => role === 'borrower aave_v3')?.address ?? ''
  cases = {
    'mev inspect': { args: ['ethereum', minedBlocks] },
    'mev watch': { args: ['ethereum', ...ethereum], until: /· [1-9]\d* findings/ },
    'mev replay': { args: [recording] },
    'mev findings': { args: ['ethereum', '--node', nodeUrl, '--api-key', secret] },
    mempool: { args: ['ethereum', '--replay', transactions, '--speed', 'max', '--transitions'] },
    classify: { args: ['ethereum', transactions] },
    liquidations: { args: ['ethereum', ...ethereum, ...dataDir] },
    position: { args: ['ethereum', borrower, ...ethereum] },
    book: { args: ['ethereum', '--status', ...dataDir] },
    history: { args: ['ethereum', borrower, ...ethereum] },
    'gas history': { args: ['ethereum', '--hours', '1', ...ethereum], isEmpty: true },
    price: { args: ['ethereum', 'WETH', '--days', '3', '--config', config, ...ethereum] },
    'analytics series': { args: ['ethereum,base', 'gas_usage', ...ethereum, ...dataDir] },
    'market tvl': { args: ['--config', config] },
    'market yields': { args: ['--config', config] },
    'market volumes': { args: ['--config', config] },
  }
  lines = startCommandLines()
}, 180_000)
afterAll(async () => {
  lines?.[Symbol.dispose]()
  await node?.close()
  await devnet?.[Symbol.asyncDispose]()
  await markets?.close()
  charts?.close()
})

/** Answers as DefiLlama does: the price of a token at the start of each day. */
function answerChart({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const [start, span] = ['start', 'span'].map((name) => Number(searchParams.get(name)))
  const points = Array.from({ length: span ?? 0 }, (_, index) => ({
    timestamp: (start ?? 0) + index * 86_400,
    price: 3000 + index,
  }))
  const id = decodeURIComponent(pathname.replace('/chart/', ''))
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ coins: { [id]: { symbol: 'WETH', prices: points } } }))
}

/** Runs a command that writes its rows, and returns the file. */
async function write(name: string, { args, until }: Case, format: string): Promise<string> {
  const file = join(directory, `${name.replace(' ', '_')}.${format}`)
  const line = [...name.split(' '), ...args, '-o', file]
  if (until === undefined) {
    const { code, stdout, stderr } = await lines.run(line)
    expect({ code, stdout }, `${name}\n${stderr}`).toEqual({ code: 0, stdout: '' })
    return file
  }
  await using command = startCli([...line, '--data-dir', createDirectory()])
  await expect.poll(command.stderr, { timeout: 120_000 }).toMatch(until)
  command.child.kill('SIGINT')
  expect(await command.ended).toMatchObject({ code: 130, stdout: '' })
  return file
}

describe('every command that lists rows', () => {
  it('is run here', () => {
    expect(Object.keys(cases).sort()).toEqual(Object.keys(listings).sort())
  })

  it('writes Parquet that DuckDB and parquet-wasm read with the documented types', async () => {
    for (const [name, one] of Object.entries(cases)) {
      const [schema, file] = [listings[name] as (typeof listings)[string], await write(name, one, 'parquet')]
      const [duckdb, arrow] = [await readWithDuckDb(file), readWithParquetWasm(file)]
      expect(duckdb.types, name).toEqual(toDocumented(schema, 'duckdb'))
      expect(arrow, name).toEqual({ types: toDocumented(schema, 'arrow'), rows: duckdb.rows })
      if (!one.isEmpty) expect(duckdb.rows.length, name).toBeGreaterThan(0)
    }
  }, 600_000)

  const readsText = (format: string) => async (test: TestContext) => {
    for (const [name, one] of Object.entries(cases)) {
      const [schema, file] = [listings[name] as (typeof listings)[string], await write(name, one, format)]
      // An empty file of NDJSON has no columns.
      if (one.isEmpty && readFileSync(file, 'utf8').split('\n').length <= 2) continue
      const { types, rows } = readWithPandas(test, file, schema)
      expect(types, name).toEqual(toDocumented(schema, 'pandas'))
      expect(rows.length, name).toBeGreaterThan(0)
    }
  }
  it('writes CSV that pandas reads with the documented types', { timeout: 600_000 }, readsText('csv'))
  it('writes NDJSON that pandas reads with the documented types', { timeout: 600_000 }, readsText('ndjson'))
})

it('says that an answer without rows is not written', async () => {
  const file = join(directory, 'price_now.csv')
  const { args } = cases['position'] as Case
  const rpc = args.slice(args.indexOf('--rpc'))
  // There may be no single price: the oracle and the pools differ for minutes after ether fell.
  const line = ['price', 'ethereum', 'WETH', '--compare', 'uniswap_v2,uniswap_v3', ...rpc, '-o', file]
  const { code, stderr } = await lines.run(line)
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('lists no rows') })
  expect(existsSync(file)).toBe(false)
})

it('a recorded transaction has its block, the time of the block and its exact value', async () => {
  const about = { block_number: 7, block_time: '2023-09-12T06:34:24.000Z' }
  const run = async (...args: readonly string[]) => {
    const { stdout } = await lines.run([...args, '--json'])
    return JSON.parse(stdout.split('\n')[0] ?? '') as unknown
  }
  expect(await run('classify', 'ethereum', transactions)).toMatchObject({ hash, ...about })
  expect(await run('mempool', 'ethereum', '--replay', transactions, '--speed', 'max')).toMatchObject({
    ...about,
    value_wei: '1000000000000000001',
  })
  const { rows } = await readWithDuckDb(join(directory, 'mempool.parquet'))
  expect(
    rows.map(({ event, block_number, value_string, transaction_hash }) => [
      event,
      block_number,
      value_string,
      transaction_hash,
    ]),
  ).toEqual([
    ['pending', 7n, '1000000000000000001', hash],
    ['mined', 7n, '1000000000000000001', hash],
  ])
})
