import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chains, createMemoryStore, createProviderPool } from '@outrigger/core'
import { quantile } from '@outrigger/core/internal'
import { createSqliteStore } from '@outrigger/core/store/sqlite'
import { createUniform } from '@outrigger/devnet/random'
import { createChainCounters } from './chainCounters.ts'
import { sketchError } from './compute/sketch.ts'
import { countEvmBlock, findFailed } from './count/evm.ts'
import { toCountedBlock } from './counterDraft.ts'
import { createNodeWithout, sendRandom, startCountedChain } from './fixtures/countedChain.ts'
import { fillYear } from './fixtures/fillYear.ts'
import { killCounters } from './fixtures/killCounters.ts'

const blocks = Number(process.env['OUTRIGGER_BENCH_BLOCKS'] ?? 5_000)

/** The suite that `npm run bench -- analytics` runs. */
export const suite = { name: 'analytics', run }

async function run() {
  return [measureCpu(), ...(await measureCalls()), ...(await measureYear()), ...(await measureKills())]
}

/** Measures the time from the text of a block with its receipts to the values that are stored for it. */
function measureCpu() {
  const random = createUniform(7)
  const hex = (digits: number) =>
    `0x${Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('')}`
  const count = 200
  const texts = Array.from({ length: 50 }, (_, number) => {
    const hash = hex(64)
    const transactions = Array.from({ length: count }, () => ({
      hash: hex(64),
      from: hex(40),
      to: hex(40),
      value: hex(16),
      nonce: '0x1',
      gas: '0x5208',
      type: '0x2',
      blockHash: hash,
      blockNumber: '0x1',
      transactionIndex: '0x1',
      gasPrice: hex(10),
      chainId: '0x1',
      input: hex(400),
      maxFeePerGas: hex(10),
      maxPriorityFeePerGas: hex(10),
      v: '0x0',
      r: hex(64),
      s: hex(64),
    }))
    const receipts = transactions.map((one, index) => ({
      status: index % 20 === 0 ? '0x0' : '0x1',
      cumulativeGasUsed: hex(6),
      logs: [],
      logsBloom: hex(512),
      type: '0x2',
      transactionHash: one.hash,
      transactionIndex: '0x1',
      blockHash: hash,
      blockNumber: '0x1',
      gasUsed: '0x5208',
      effectiveGasPrice: hex(10),
      from: one.from,
      to: one.to,
      contractAddress: null,
    }))
    const header = {
      number: `0x${number.toString(16)}`,
      hash,
      parentHash: hex(64),
      timestamp: '0x6500',
      gasUsed: '0x1c9c380',
    }
    return JSON.stringify({ fullblock: { ...header, transactions }, receipts })
  })
  const work = () => {
    for (const text of texts) {
      const { fullblock, receipts } = JSON.parse(text)
      toCountedBlock(countEvmBlock(fullblock, findFailed(fullblock.hash, receipts)))
    }
  }
  work()
  const before = process.cpuUsage()
  for (let round = 0; round < 10; round += 1) work()
  const { user, system } = process.cpuUsage(before)
  const value = (user + system) / (10 * texts.length * count)
  return {
    name: 'CPU of a transaction, its JSON and that of its receipt included',
    value,
    unit: 'µs',
    bar: { atMost: 20 },
  }
}

async function measureCalls() {
  const random = createUniform(8)
  await using anvil = await startCountedChain()
  for (let block = 0; block < 300; block += 1) await sendRandom(anvil.rpcUrl, random)
  await using plain = await createNodeWithout(anvil.rpcUrl, /^ots_/)
  return [
    ...(await countCalls(anvil.rpcUrl, 'a node with Otterscan’s API', { atMost: 1 })),
    ...(await countCalls(plain.url, 'another node, receipts only of blocks that move value')),
  ]
}

async function countCalls(url: string, node: string, bar?: { readonly atMost: number }) {
  await using pool = createProviderPool({ chain: chains.ethereum, endpoints: [url], cache: false })
  let calls = 0
  pool.on('call', ({ method }) => {
    if (/^(?:ots_|eth_getBlock)/.test(method)) calls += 1
  })
  await using counters = createChainCounters({ pool, store: createMemoryStore() })
  const { added } = await counters.backfill({ fromTime: 0, maxBlocks: 1_000, maxMs: 60_000 })
  return [{ name: `calls for a block of ${node}`, value: calls / added, unit: 'calls', ...(bar && { bar }) }]
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
      name: 'distinct addresses, error',
      value: Math.abs(result.addressError) * 100,
      unit: '%',
      bar: { atMost: 300 * sketchError },
    },
  ]
}
