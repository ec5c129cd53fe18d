import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chains, createMemoryStore, createProviderPool, sleep } from '@outrigger/core'
import { quantile } from '@outrigger/core/internal'
import { createSqliteStore } from '@outrigger/core/store/sqlite'
import { createAnvil } from '@outrigger/devnet'
import { createFaultProxy } from '@outrigger/devnet/faults'
import { createUniform } from '@outrigger/devnet/random'
import { createPublicClient, custom } from 'viem'
import { mainnet } from 'viem/chains'
import { createGasOracle } from '../gasOracle.ts'
import { createFeeHistory } from './createFeeHistory.ts'
import { answerFeeHistory, readHeaders } from './fixtures/answerFeeHistory.ts'
import { createFeeChain } from './fixtures/feeChain.ts'
import { fillYear } from './fixtures/fillYear.ts'
import { killKeepers } from './fixtures/killKeepers.ts'
import { getFeeHistory } from './getFeeHistory.ts'

const kept = [chains.ethereum, chains.polygon, chains.arbitrum, chains.optimism, chains.base, chains.avalanche]
const kills = Number(process.env['OUTRIGGER_FEE_KILLS'] ?? 50)
const yearSeconds = 365 * 86_400

/** What `npm run bench -- "fee history"` runs: a year of six chains, a backfill, the cost of new blocks, and 50 kills. */
export const suite = { name: 'fee history', run }

async function run() {
  return [...(await measureYear()), ...(await measureBackfill()), await measureLive(), ...(await measureKills())]
}

async function measureYear() {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-fees-'))
  const now = Math.floor(Date.now() / 1000)
  try {
    const path = join(folder, 'fees.db')
    {
      await using store = await createSqliteStore({ path })
      for (const chain of kept) await fillYear(store, chain, now)
    }
    const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size))
    const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1e6
    await using store = await createSqliteStore({ path })
    await using history = createFeeHistory({ store })
    const times: number[] = []
    let fewest = Number.POSITIVE_INFINITY
    for (let round = 0; round < 5; round += 1)
      for (const chain of kept) {
        const startedMs = performance.now()
        const { bars } = await history.bars(chain, { fromTime: now - yearSeconds, toTime: now, resolution: '1h' })
        // The fields that the endpoint returns per bar.
        for (const { tiers } of bars) if (tiers === null) throw new RangeError('A bar has no tiers.')
        times.push(performance.now() - startedMs)
        fewest = Math.min(fewest, bars.length)
      }
    times.sort((a, b) => a - b)
    return [
      { name: '365 days of six chains on disk', value: megabytes, unit: 'MB', bar: { atMost: 200 } },
      { name: 'bars of an hour in 365 days', value: fewest, unit: 'bars', bar: { atLeast: 8759 } },
      {
        name: 'query of 365 days with its tiers, median',
        value: quantile(times, 0.5) ?? Number.NaN,
        unit: 'ms',
        bar: { atMost: 50 },
      },
      { name: 'query of 365 days with its tiers, worst', value: times.at(-1) ?? Number.NaN, unit: 'ms' },
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function measureBackfill() {
  const blocks = 10_000
  await using feeChain = await createFeeChain({ blocks })
  const headers = await readHeaders(feeChain.rpcUrl)
  let calls = 0
  const transport = custom({
    async request({ method, params }) {
      calls += 1
      if (method === 'eth_feeHistory') return answerFeeHistory(headers, params)
      return feeChain.client.request({ method, params })
    },
  })
  const client = createPublicClient({ chain: mainnet, transport })
  const hours = (Date.now() / 1000 - feeChain.fromTime) / 3600
  const { coverage } = await getFeeHistory(client, { chain: chains.ethereum, hours })
  return [
    { name: 'back-fill of 10 000 blocks', value: calls, unit: 'calls', bar: { atMost: 12 } },
    { name: 'back-fill of 10 000 blocks, known', value: coverage.blocks, unit: 'blocks', bar: { atLeast: 9990 } },
  ]
}

/** Additional calls per block of a gas oracle with a history. */
async function measureLive() {
  await using anvil = await createAnvil({ chainId: 1, blockTimeMs: 1000 })
  const callsPerBlock = async (isKept: boolean) => {
    await using proxy = await createFaultProxy({ target: anvil.rpcUrl })
    await using pool = createProviderPool({ chain: chains.ethereum, endpoints: [proxy.url] })
    await using history = createFeeHistory({ store: createMemoryStore() })
    await using oracle = createGasOracle({ pools: [pool], pendingPool: false, ...(isKept && { history }) })
    await oracle.get('ethereum')
    await sleep(3000)
    const before = { ...proxy.stats.byMethod }
    const heads = new Set<bigint>()
    oracle.on('update', ({ blockNumber }) => heads.add(blockNumber))
    await sleep(20_000)
    const after = proxy.stats.byMethod
    const fees = ['eth_feeHistory', 'eth_call'].map((method) => (after[method] ?? 0) - (before[method] ?? 0))
    return fees.reduce((sum, count) => sum + count, 0) / heads.size
  }
  const [without, withHistory] = [await callsPerBlock(false), await callsPerBlock(true)]
  return {
    name: 'calls a block that keeping it adds',
    value: withHistory - without,
    unit: 'calls',
    bar: { atMost: 1 },
  }
}

async function measureKills() {
  const left = await killKeepers(kills, createUniform(14))
  const none = { atMost: 0 }
  return [
    { name: 'kill -9', value: left.kills, unit: 'times', bar: { atLeast: kills } },
    { name: 'of these with a gap to fill', value: left.withGaps, unit: 'times' },
    { name: 'less known than reported', value: left.setBacks, unit: 'times', bar: none },
    { name: 'known, kept and in bars are not the same', value: left.unsaid, unit: 'times', bar: none },
    { name: `bars of ${left.blocks} blocks that are not as the chain`, value: left.wrongBars, unit: 'bars', bar: none },
  ]
}
