import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chains, createMemoryStore, createProviderPool } from '@outrigger/core'
import { quantile } from '@outrigger/core/internal'
import { createSqliteStore } from '@outrigger/core/store/sqlite'
import { createUniform } from '@outrigger/devnet/random'
import { createChainCounters } from './chainCounters.ts'
import { sketchError } from './compute/sketch.ts'
import { countEvmBlock } from './count/evm.ts'
import { toCountedBlock } from './counterDraft.ts'
import { sendRandom, startCountedChain } from './fixtures/countedChain.ts'
import { fillYear } from './fixtures/fillYear.ts'
import { killCounters } from './fixtures/killCounters.ts'

const blocks = Number(process.env['OUTRIGGER_BENCH_BLOCKS'] ?? 5_000)

/** What `npm run bench -- analytics` runs. */
export const suite = { name: 'analytics', run }

async function run() {
  return [measureCpu(), ...(await measureCalls()), ...(await measureYear()), ...(await measureKills())]
}

/** From the text of a block to what is written of it. */
function measureCpu() {
  const random = createUniform(7)
  const hex = (digits: number) =>
    `0x${Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('')}`
  const count = 200
  const texts = Array.from({ length: 50 }, (_, number) =>
    JSON.stringify({
      ...{
        number: `0x${number.toString(16)}`,
        hash: hex(64),
        parentHash: hex(64),
        timestamp: '0x6500',
        gasUsed: '0x1c9c380',
      },
      transactions: Array.from({ length: count }, () => ({
        ...{ hash: hex(64), from: hex(40), to: hex(40), value: hex(16), nonce: '0x1', gas: '0x5208', type: '0x2' },
        ...{ blockHash: hex(64), blockNumber: '0x1', transactionIndex: '0x1', gasPrice: hex(10), chainId: '0x1' },
        ...{ input: hex(400), maxFeePerGas: hex(10), maxPriorityFeePerGas: hex(10), v: '0x0', r: hex(64), s: hex(64) },
      })),
    }),
  )
  const work = () => {
    for (const text of texts) toCountedBlock(countEvmBlock(JSON.parse(text), new Set()))
  }
  work()
  const before = process.cpuUsage()
  for (let round = 0; round < 10; round += 1) work()
  const { user, system } = process.cpuUsage(before)
  const value = (user + system) / (10 * texts.length * count)
  return { name: 'CPU of a transaction, its JSON included', value, unit: 'µs', bar: { atMost: 20 } }
}

async function measureCalls() {
  const random = createUniform(8)
  await using anvil = await startCountedChain()
  await using pool = createProviderPool({ chain: chains.ethereum, endpoints: [anvil.rpcUrl], cache: false })
  for (let block = 0; block < 300; block += 1) await sendRandom(anvil.rpcUrl, random)
  const calls: Record<string, number> = {}
  pool.on('call', ({ method }) => {
    calls[method] = (calls[method] ?? 0) + 1
  })
  await using counters = createChainCounters({ pool, store: createMemoryStore() })
  const { added } = await counters.backfill({ fromTime: 0, maxBlocks: 1_000, maxMs: 60_000 })
  const perBlock = (method: string) => (calls[method] ?? 0) / added
  return [
    { name: 'calls for a block', value: perBlock('eth_getBlockByNumber'), unit: 'calls', bar: { atMost: 1 } },
    { name: 'and for receipts, of blocks that move value', value: perBlock('eth_getBlockReceipts'), unit: 'calls' },
  ]
}

async function measureYear() {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-counters-'))
  try {
    await using store = await createSqliteStore({ path: join(folder, 'counters.db') })
    const now = Math.floor(Date.now() / 1000)
    await fillYear(store, now)
    await using pool = createProviderPool({ chain: chains.ethereum, endpoints: ['http://127.0.0.1:1'] })
    await using counters = createChainCounters({ pool, store })
    const times: number[] = []
    let fewest = Number.POSITIVE_INFINITY
    for (let round = 0; round < 15; round += 1) {
      const startedMs = performance.now()
      const { bars } = await counters.bars({ fromTime: now - 365 * 86_400, toTime: now, interval: '1h' })
      times.push(performance.now() - startedMs)
      fewest = Math.min(fewest, bars.length)
    }
    times.sort((a, b) => a - b)
    return [
      { name: 'hours of 365 days', value: fewest, unit: 'bars', bar: { atLeast: 8_760 } },
      { name: 'query of 365 days, median', value: quantile(times, 0.5) ?? Number.NaN, unit: 'ms', bar: { atMost: 50 } },
      { name: 'query of 365 days, worst', value: times.at(-1) ?? Number.NaN, unit: 'ms' },
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function measureKills() {
  const kills = Math.max(3, Math.round(blocks / 200))
  const result = await killCounters({ blocks, kills, random: createUniform(18) })
  return [
    { name: 'blocks', value: result.blocks, unit: 'blocks', bar: { atLeast: blocks } },
    { name: 'with transactions', value: result.transactions, unit: 'transactions' },
    { name: 'reorganisations', value: result.reorganisations, unit: 'times' },
    { name: 'kill -9', value: result.kills, unit: 'times', bar: { atLeast: kills } },
    { name: 'sums that are not those of the raw blocks', value: result.wrongSums, unit: 'sums', bar: { atMost: 0 } },
    {
      ...{ name: 'distinct addresses, error', value: Math.abs(result.addressError) * 100, unit: '%' },
      bar: { atMost: 300 * sketchError },
    },
  ]
}
