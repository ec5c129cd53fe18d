import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sleep } from '@outrigger/core'
import { addresses, createAnvil, type Devnet, startDevnet } from '@outrigger/devnet'
import {
  createTestClient,
  type Hex,
  http,
  parseAbi,
  parseEther,
  parseEventLogs,
  publicActions,
  walletActions,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { datasets } from '../export/datasets.ts'
import { createDirectory, runCli, startCli } from '../fixtures/cliProcess.ts'
import { readWithDuckDb, toDocumented } from '../fixtures/tableReaders.ts'

type Json = Readonly<Record<string, unknown>>
type Ask = <result>(method: string, ...params: readonly unknown[]) => Promise<result>
type RpcLog = { readonly logIndex: Hex; readonly address: string; readonly topics: readonly Hex[]; readonly data: Hex }
type Fields = Readonly<Record<string, Hex | undefined>>
type Read = {
  readonly block: Fields & { readonly transactions: readonly Fields[] }
  readonly receipts: readonly (Fields & { readonly logs: readonly RpcLog[] })[]
  readonly traces: readonly {
    readonly type: string
    readonly action: Fields
    readonly result?: Fields | null
    readonly error?: string
    readonly subtraces: number
    readonly traceAddress: readonly number[]
    readonly transactionHash: Hex
    readonly transactionPosition: number
  }[]
}

/** The data sets of blocks. `exportState.test.ts` tests the others. */
type DatasetName = Exclude<keyof typeof datasets, 'prices' | 'positions'>
const big = (value: Hex | undefined) => (value == null ? null : BigInt(value))
const text = (value: string | undefined) => value?.toLowerCase() ?? null
const ether = (wei: bigint | null) => (wei === null ? null : Number(wei) / 1e18)
const toAsk =
  (url: string): Ask =>
  async (method, ...params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return ((await answer.json()) as { readonly result: never }).result
  }

async function readNode(ask: Ask, number: number): Promise<Read> {
  const tag = `0x${number.toString(16)}`
  const [block, receipts, traces] = await Promise.all([
    ask<Read['block']>('eth_getBlockByNumber', tag, true),
    ask<Read['receipts']>('eth_getBlockReceipts', tag),
    ask<Read['traces']>('trace_block', tag),
  ])
  return { block, receipts, traces }
}

const created = parseAbi([
  'event PairCreated(address indexed token0, address indexed token1, address pool, uint256 count)',
  'event PoolCreated(address indexed token0, address indexed token1, uint24 indexed fee, int24 spacing, address pool)',
])

/** The devnet creates pools of Uniswap V2 and V3 only. */
function toPoolRow(receipt: Fields, { address, topics, data, logIndex }: RpcLog): Json | null {
  const factory = text(address)
  const isV2 = factory === text(addresses.uniswapV2.factory)
  if (!isV2 && factory !== text(addresses.uniswapV3.factory)) return null
  const [event] = parseEventLogs({ abi: created, logs: [{ address, topics, data } as never] })
  if (event === undefined) return null
  const { token0, token1, pool, ...ticks } = event.args
  const [id, first, second] = [pool, token0, token1].map(text)
  return {
    transaction_index: Number(receipt['transactionIndex']),
    transaction_hash: receipt['transactionHash'],
    log_index: Number(logIndex),
    dex: isV2 ? 'uniswap_v2' : 'uniswap_v3',
    kind: isV2 ? 'pair' : 'ticks',
    pool: id,
    address: id,
    factory,
    token0: first,
    token1: second,
    tokens: `${first},${second}`,
    fee: 'fee' in ticks ? ticks.fee : 3_000,
    tick_spacing: 'spacing' in ticks ? ticks.spacing : null,
    hooks: null,
  }
}

/** The rows as the node has them, written without the code of the command. */
const expected: Readonly<Record<DatasetName, (read: Read) => readonly Json[]>> = {
  blocks: ({ block }) => [
    {
      parent_hash: block['parentHash'],
      author: block['miner'],
      gas_used: big(block['gasUsed']),
      gas_limit: big(block['gasLimit']),
      base_fee_per_gas: big(block['baseFeePerGas']),
      blob_gas_used: big(block['blobGasUsed']),
      excess_blob_gas: big(block['excessBlobGas']),
      transaction_count: block.transactions.length,
      size: big(block['size']),
      extra_data: block['extraData'],
      state_root: block['stateRoot'],
      transactions_root: block['transactionsRoot'],
      receipts_root: block['receiptsRoot'],
    },
  ],
  transactions: ({ block }) =>
    block.transactions.map((one) => ({
      transaction_index: Number(one['transactionIndex']),
      transaction_hash: one['hash'],
      nonce: big(one['nonce']),
      from_address: text(one['from']),
      to_address: text(one['to']),
      value_string: String(big(one['value'])),
      value: ether(big(one['value'])),
      input: one['input'],
      gas_limit: big(one['gas']),
      gas_price: big(one['gasPrice']),
      transaction_type: Number(one['type']),
      max_fee_per_gas: big(one['maxFeePerGas']),
      max_priority_fee_per_gas: big(one['maxPriorityFeePerGas']),
    })),
  receipts: ({ receipts }) =>
    receipts.map((one) => ({
      transaction_index: Number(one['transactionIndex']),
      transaction_hash: one['transactionHash'],
      from_address: text(one['from']),
      to_address: text(one['to']),
      contract_address: text(one['contractAddress']),
      success: one['status'] === '0x1',
      gas_used: big(one['gasUsed']),
      cumulative_gas_used: big(one['cumulativeGasUsed']),
      effective_gas_price: big(one['effectiveGasPrice']),
      blob_gas_used: big(one['blobGasUsed']),
      blob_gas_price: big(one['blobGasPrice']),
      log_count: one.logs.length,
    })),
  logs: ({ receipts }) =>
    receipts.flatMap((receipt) =>
      receipt.logs.map(({ logIndex, address, topics: [topic0, topic1, topic2, topic3], data }) => ({
        transaction_index: Number(receipt['transactionIndex']),
        transaction_hash: receipt['transactionHash'],
        log_index: Number(logIndex),
        address: text(address),
        topic0: topic0 ?? null,
        topic1: topic1 ?? null,
        topic2: topic2 ?? null,
        topic3: topic3 ?? null,
        data,
      })),
    ),
  pools: ({ receipts }) =>
    receipts.flatMap((receipt) => receipt.logs.map((log) => toPoolRow(receipt, log))).filter((row) => row !== null),
  traces: ({ traces }) =>
    traces.map(({ type, action, result, error, ...one }) => ({
      transaction_index: one.transactionPosition,
      transaction_hash: one.transactionHash,
      trace_address: one.traceAddress.join('_'),
      subtraces: one.subtraces,
      action_type: type,
      action_call_type: action['callType'] ?? null,
      action_from: text(action['from']),
      action_to: text(action['to']),
      action_value_string: String(big(action['value'])),
      action_value: ether(big(action['value'])),
      action_gas: big(action['gas']),
      action_input: action['input'] ?? null,
      action_init: action['init'] ?? null,
      result_gas_used: big(result?.['gasUsed']),
      result_output: result?.['output'] ?? null,
      result_address: text(result?.['address']),
      result_code: result?.['code'] ?? null,
      error: error ?? null,
    })),
}

const names = Object.keys(expected) as DatasetName[]

/** Compares the files of a data set with the node, in every column and row, and in their order. */
async function compare(directory: string, dataset: DatasetName, ask: Ask, to: number): Promise<void> {
  const found = await readWithDuckDb(join(directory, `ethereum__${dataset}__*.parquet`))
  expect(found.types).toEqual(toDocumented(datasets[dataset].schema, 'duckdb'))
  const rows: Json[] = []
  for (let number = 0; number <= to; number += 1) {
    const read = await readNode(ask, number)
    const block = {
      chain: 'ethereum',
      block_number: BigInt(number),
      block_time: Number(read.block['timestamp']) * 1000,
      block_hash: read.block['hash'],
    }
    rows.push(...expected[dataset](read).map((row) => ({ ...block, ...row })))
  }
  expect(found.rows.length).toBe(rows.length)
  for (const [index, row] of rows.entries()) expect(found.rows[index], `${dataset} row ${index}`).toEqual(row)
}

describe('a range of blocks of the devnet', () => {
  let devnet: Devnet
  let ask: Ask
  beforeAll(async () => {
    devnet = await startDevnet({ silent: true, blockTimeMs: 0 })
    ask = toAsk(devnet.chains.ethereum.rpcUrl)
  }, 180_000)
  afterAll(() => devnet?.close())
  const toArgs = (dataset: string, blocks: string, ...more: readonly string[]) => [
    ...['export', dataset, 'ethereum', blocks, '--rpc', `ethereum=${devnet.chains.ethereum.rpcUrl}`, ...more],
  ]

  it.each(names)(
    'is written as the node has it: %s',
    async (dataset) => {
      const head = Number(await ask<Hex>('eth_blockNumber'))
      const directory = createDirectory()
      const done = await runCli(toArgs(dataset, `0..${head}`, '-o', directory, '--chunk', '50', '--json'))
      expect(done.code, done.stderr).toBe(0)
      const { rows, files } = JSON.parse(done.stdout)
      expect(files).toBe(Math.ceil((head + 1) / 50))
      expect(rows).toBeGreaterThan(0)
      await compare(directory, dataset, ask, head)
    },
    180_000,
  )

  it('grows, and has no block twice', async () => {
    const directory = createDirectory()
    const write = async (blocks: string, ...more: readonly string[]) =>
      JSON.parse((await runCli(toArgs('blocks', blocks, '-o', directory, '--chunk', '20', '--json', ...more))).stdout)
    expect(await write('5..24')).toMatchObject({ files: 2, written_files: 2, rows: 20 })
    expect(await write('5..24')).toMatchObject({ files: 2, written_files: 0, rows: 20 })
    expect(await write('0..30')).toMatchObject({ files: 2, written_files: 2, rows: 31 })
    await compare(directory, 'blocks', ask, 30)
    expect(readdirSync(directory).sort()).toEqual([
      'ethereum__blocks.json',
      'ethereum__blocks__00000000_to_00000019.parquet',
      'ethereum__blocks__00000020_to_00000030.parquet',
    ])
  }, 120_000)

  it('is written as CSV and NDJSON too', async () => {
    for (const format of ['csv', 'ndjson']) {
      const directory = createDirectory()
      await runCli(toArgs('blocks', '1..3', '-o', directory, '--format', format))
      const lines = readFileSync(join(directory, `ethereum__blocks__00000001_to_00000003.${format}`), 'utf8')
      expect(lines.trim().split('\n')).toHaveLength(format === 'csv' ? 4 : 3)
    }
  }, 120_000)

  it.each([
    ['an unknown data set', ['frames', '1..2'], [], /There is no data set frames. Choose one of blocks, transactions/],
    ['no range', ['blocks', 'latest'], [], /latest is not a range of blocks/],
    ['a range beyond the head', ['blocks', '1..999999'], [], /Block 999999 is not mined yet: the latest block is \d+/],
    ['an unknown format', ['blocks', '1..2'], ['--format', 'avro'], /--format takes parquet, csv, ndjson/],
    ['no parallel reads', ['blocks', '1..2'], ['--parallel', '0'], /--parallel takes a whole number from 1 to 256/],
  ])('is refused with %s', async (_, [dataset = '', blocks = ''], more, message) => {
    const refused = await runCli(toArgs(dataset, blocks, '-o', createDirectory(), ...more))
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(message)])
  })

  it('is refused if the directory has files of another kind', async () => {
    const directory = createDirectory()
    await runCli(toArgs('blocks', '1..2', '-o', directory))
    const refused = await runCli(toArgs('blocks', '1..2', '-o', directory, '--chunk', '10'))
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/has files with chunk_blocks 1000/)])
  })
})

/** More blocks, kills and reorganizations for a longer run. */
const blocks = Number(process.env['OUTRIGGER_EXPORT_BLOCKS'] ?? 300)
const kills = Number(process.env['OUTRIGGER_EXPORT_KILLS'] ?? 4)
const reorgs = Number(process.env['OUTRIGGER_EXPORT_REORGS'] ?? 3)
const dataset = (process.env['OUTRIGGER_EXPORT_DATASET'] ?? 'transactions') as DatasetName

it('equals the node after kills and reorganizations', async () => {
  await using anvil = await createAnvil({ chainId: 1 })
  const client = createTestClient({
    mode: 'anvil',
    chain: mainnet,
    transport: http(anvil.rpcUrl, { timeout: 120_000 }),
  })
    .extend(publicActions)
    .extend(walletActions)
  const ask = toAsk(anvil.rpcUrl)
  await client.mine({ blocks: blocks - 20 })
  const account = mnemonicToAccount('test test test test test test test test test test test junk')
  const pay = (value: string) => client.sendTransaction({ account, to: account.address, value: parseEther(value) })
  for (let index = 0; index < 20; index += 1) await pay('1')

  const directory = createDirectory()
  const args = ['export', dataset, 'ethereum', `0..${blocks}`, '--rpc', `ethereum=${anvil.rpcUrl}`]
  const start = () => startCli([...args, '-o', directory, '--chunk', '50', '--parallel', '4', '--json'])
  const reorganize = async () => {
    await ask('anvil_reorg', 8, [])
    await pay('2')
    await ask('anvil_reorg', 1, [])
  }
  for (let index = 0; index < Math.max(kills, reorgs); index += 1) {
    const run = start()
    await sleep(1500 + 400 * (index % 4))
    if (index < reorgs) await reorganize()
    if (index < kills) run.child.kill('SIGKILL')
    await run.ended
  }
  const last = await start().ended
  expect(last.code, last.stderr).toBe(0)
  await compare(directory, dataset, ask, blocks)
}, 600_000)
