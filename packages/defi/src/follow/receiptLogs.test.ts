import { chains, createProviderPool, type Head, type ProviderPool, RpcAnswerError } from '@outrigger/core'
import { addresses, type Devnet, readAbi, startDevnet } from '@outrigger/devnet'
import { type Address, type Hex, parseEther, toEventSelector } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readReceiptLogs } from './receiptLogs.ts'

const topics = ['Sync(uint112,uint112)', 'Swap(address,uint256,uint256,uint256,uint256,address)'].map((event) =>
  toEventSelector(event),
)
const signal = new AbortController().signal
let devnet: Devnet
let pool: ProviderPool
/** A block with three swaps and a transfer, and an empty block. */
let heads: { readonly full: Head; readonly empty: Head }

beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 0 })
  const { client, rpcUrl } = devnet.chains.ethereum
  pool = createProviderPool({ chain: chains.ethereum, endpoints: [rpcUrl] })
  const [account] = (await client.request({ method: 'eth_accounts' })) as readonly [Address]
  const sent = { account, chain: null, gas: 1_000_000n } as const
  const path = [addresses.tokens.WETH.address, addresses.tokens.USDC.address]
  const swap = { abi: readAbi('uniswapV2Router'), functionName: 'swapExactETHForTokens', value: parseEther('1') }
  await client.setAutomine(false)
  for (let index = 0; index < 3; index++)
    await client.writeContract({
      ...sent,
      ...swap,
      address: addresses.uniswapV2.router,
      args: [0n, path, account, 99_999_999_999n],
    } as never)
  await client.sendTransaction({ ...sent, to: account, value: 1n })
  const mine = async (): Promise<Head> => {
    await client.mine({ blocks: 1 })
    const { result } = await pool.send<Record<string, Hex>>({
      method: 'eth_getBlockByNumber',
      params: ['latest', false],
    })
    const { hash, parentHash, number, timestamp } = result as Record<
      'hash' | 'parentHash' | 'number' | 'timestamp',
      Hex
    >
    const [height, time] = [BigInt(number), BigInt(timestamp)]
    return { hash, parentHash, number: height, timestamp: time, provider: 'x', removed: false, header: result }
  }
  heads = { full: await mine(), empty: await mine() }
}, 120_000)
afterAll(async () => {
  await pool?.close()
  await devnet?.close()
})

type Receipts = { logs: Record<string, unknown>[] }[]

/** Reads a changed answer of the provider. */
async function readChanged(change: (receipts: Receipts) => unknown) {
  const send = async (request: Parameters<ProviderPool['send']>[0]) => {
    const answer = await pool.send<Receipts>(request)
    return { ...answer, result: change(structuredClone(answer.result)) }
  }
  return readReceiptLogs({ send } as unknown as ProviderPool, heads.full, topics, signal)
}

it('reads the same logs as eth_getLogs, in the same order', async () => {
  const { full, empty } = heads
  const { result } = await pool.send({ method: 'eth_getLogs', params: [{ blockHash: full.hash, topics: [topics] }] })
  expect(result).toHaveLength(6)
  expect(await readReceiptLogs(pool, full, topics, signal)).toEqual(result)
  expect(await readReceiptLogs(pool, empty, topics, signal)).toEqual([])
  expect(await readChanged((receipts) => receipts)).toEqual(result)
})

/** The same receipts after a change to them. */
const edit = (change: (receipts: Receipts) => void) => (receipts: Receipts) => {
  change(receipts)
  return receipts
}
const toFirstLog = (receipts: Receipts) => receipts[0]?.logs[0] ?? {}

it('rejects an incomplete block', async () => {
  const changes: ((receipts: Receipts) => unknown)[] = [
    () => null,
    () => [],
    (receipts) => receipts.slice(0, -1),
    (receipts) => receipts.slice(1),
    (receipts) => receipts.map((one) => ({ ...one, blockHash: topics[0] })),
    edit((receipts) => receipts[0]?.logs.shift()),
    edit((receipts) => receipts[1]?.logs.splice(0)),
    edit((receipts) => receipts.at(-2)?.logs.pop()),
    edit((receipts) => receipts.flatMap(({ logs }) => logs.splice(0))),
    edit((receipts) => {
      for (const receipt of receipts) Object.assign(receipt, { logs: [], logsBloom: null })
    }),
    ...[{ blockHash: topics[0] }, { topics: null }, { topics: [] }, { topics: [null] }, { logIndex: '0x7' }].map(
      (broken) => edit((receipts) => Object.assign(toFirstLog(receipts), broken)),
    ),
  ]
  for (const change of changes) expect(await readChanged(change)).toBeNull()
})

it('rejects malformed logs', async () => {
  for (const broken of [{ address: '0x12' }, { data: 'none' }]) {
    const change = edit((receipts) => receipts.flatMap(({ logs }) => logs).map((log) => Object.assign(log, broken)))
    expect(await readChanged(change)).toBeNull()
  }
})

it('gives up after 2 s on a provider that never responds', async () => {
  const startedMs = performance.now()
  const silent = { send: () => new Promise(() => {}) } as unknown as ProviderPool
  expect(await readReceiptLogs(silent, heads.full, topics, signal)).toBeNull()
  expect(performance.now() - startedMs).toBeGreaterThan(1_900)
})

it('returns null if no provider serves block receipts', async () => {
  const { full } = heads
  const refusal = new RpcAnswerError('eth_getBlockReceipts', 'x', {
    code: -32601,
    message: 'no',
    data: undefined,
    text: '',
  })
  const refusing = { send: () => Promise.reject(refusal) } as unknown as ProviderPool
  expect(await readReceiptLogs(refusing, full, topics, signal)).toBeNull()
  await expect(readReceiptLogs(refusing, full, topics, AbortSignal.abort())).rejects.toBe(refusal)
})
