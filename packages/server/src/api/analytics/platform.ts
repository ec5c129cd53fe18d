import type { Response } from '@outrigger/api/contract'
import { type ChainName, type Clock, getChain } from '@outrigger/core'
import { type ChainPool, getActiveValidators, getBlock, getNetworkStats } from '@outrigger/data'
import type { BeaconOracle } from '@outrigger/oracle'
import type { PriceOracle } from '@outrigger/oracle/prices'
import type { Keyring } from '../../access/keyring.ts'
import { toDay } from '../../access/ledger/calendar.ts'
import type { Ledger } from '../../access/ledger/ledger.ts'
import type { Counting } from '../../node/analytics.ts'
import { toNotConfigured } from '../../node/chainErrors.ts'
import type { FamilyPools, Pools } from '../../node/providers.ts'
import type { Api } from '../fulfilment.ts'
import { noPrice, readNativeUsd, toReason, toUsd } from './dollars.ts'

export type PlatformParts = {
  readonly pools: Pools
  readonly familyPools: FamilyPools
  readonly counting: Counting
  readonly prices: PriceOracle
  /** Null without a beacon provider. */
  readonly beacon: BeaconOracle | null
  readonly keys: Keyring
  readonly ledger: Ledger
  readonly clock: Clock
}

const dayMs = 86_400_000
/** Number of blocks that throughput and block time are computed from. */
const paceBlocks = 100
/** Blocks of fast chains arrive in bursts, so wait at least this long. */
const leastPatienceMs = 15_000
type ChainRow = Response<'analyticsOverview'>['chains'][string]

/** Reports the combined figures of the node's chains. */
export function createPlatformApi(parts: PlatformParts): Pick<Api, 'analyticsOverview' | 'analyticsChainsMetrics'> {
  const { pools, familyPools, counting, prices, clock } = parts
  const all = Object.entries({ ...pools, ...familyPools }) as [ChainName, ChainPool][]

  async function readChain(chain: ChainName, pool: ChainPool) {
    const now = Math.floor(clock.now() / 1000)
    const [counted, active, priceUsd] = await Promise.all([
      counting
        .bars(chain, { fromTime: now - dayMs / 1000, toTime: now + 1, interval: '1h' })
        .then(() => counting.counted(chain, { fromTime: 0, toTime: now + 1, interval: '1d' })),
      isMoving(pool),
      readNativeUsd(prices, chain),
    ])
    const transactions = counted.bars.reduce((sum, bar) => sum + bar.transactions, 0)
    const volume = counted.bars.reduce((sum, bar) => sum + bar.volume, 0n)
    const { fromBlock, toBlock } = counted.coverage
    return {
      transactions,
      volumeUsd: priceUsd === null ? null : toUsd(chain, volume, priceUsd),
      fromBlock,
      toBlock,
      active,
    }
  }

  async function countUsers(caller: string | undefined): Promise<number> {
    const [nowMs, keys] = [clock.now(), await parts.keys.list()]
    const today = toDay(nowMs)
    const used = await Promise.all(
      keys.map(async ({ id, lastUsedAt }) => {
        if (id === caller || (lastUsedAt !== null && nowMs - Date.parse(lastUsedAt) < dayMs)) return true
        return (await parts.ledger.usage(id, today, today)).length > 0
      }),
    )
    return used.filter(Boolean).length
  }

  return {
    async analyticsOverview(_, { key }) {
      const chains: Record<string, ChainRow> = {}
      const unavailable: Record<string, string> = {}
      const totals = { transactions: 0, usd: 0, active: 0 }
      const users = countUsers(key?.id)
      await Promise.all(
        all.map(async ([chain, pool]) => {
          const row = await readChain(chain, pool).catch((error: unknown) => error as Error)
          if (row instanceof Error) {
            unavailable[chain] = toReason(row)
            return
          }
          const { transactions, volumeUsd, fromBlock, toBlock, active } = row
          if (volumeUsd === null) unavailable[`${chain}.volume_usd`] = noPrice(chain)
          totals.transactions += transactions
          totals.usd += volumeUsd ?? 0
          totals.active += active ? 1 : 0
          const volume_usd = volumeUsd === null ? null : volumeUsd.toFixed(2)
          chains[chain] = { transactions, volume_usd, from_block: fromBlock, to_block: toBlock, active }
        }),
      )
      return {
        total_transactions: totals.transactions,
        total_volume: totals.usd.toFixed(2),
        active_chains: totals.active,
        active_users: await users,
        timestamp: new Date(clock.now()).toISOString(),
        chains,
        unavailable,
      }
    },
    ...createChainMetricsApi(parts),
  }
}

/** Reports throughput, block time and validators of each chain. */
export function createChainMetricsApi({
  pools,
  familyPools,
  beacon,
  clock,
}: Pick<PlatformParts, 'pools' | 'familyPools' | 'beacon' | 'clock'>): Pick<Api, 'analyticsChainsMetrics'> {
  const all = Object.entries({ ...pools, ...familyPools }) as [ChainName, ChainPool][]
  return {
    async analyticsChainsMetrics() {
      const chains = await Promise.all(all.map(([name, pool]) => readMetrics(name, pool, beacon)))
      return { chains, timestamp: new Date(clock.now()).toISOString() }
    },
  }
}

async function isMoving(pool: ChainPool): Promise<boolean> {
  const { asOf } = await getBlock(pool, { block: 'latest' })
  return asOf.ageMs <= Math.max(leastPatienceMs, 3 * pool.chain.blockTimeMs)
}

async function readMetrics(name: ChainName, pool: ChainPool, beacon: BeaconOracle | null) {
  const [stats, validators] = await Promise.all([
    getNetworkStats(pool, { blocks: paceBlocks }).catch((error: unknown) => error as Error),
    readValidators(name, pool, beacon).catch((error: unknown) => toReason(error)),
  ])
  const unavailable: Record<string, string> = {}
  if (typeof validators === 'string') unavailable['active_validators'] = validators
  const active_validators = typeof validators === 'string' ? null : validators
  if (stats instanceof Error) {
    unavailable['tps'] = toReason(stats)
    return { name, tps: null, block_time: null, active_validators, latest_block: null, unavailable }
  }
  const { tps, blockTime, latestBlock } = stats
  if (tps === null) unavailable['tps'] = 'The chain has too few blocks, or its last blocks all have the same time.'
  return { name, tps, block_time: blockTime, active_validators, latest_block: Number(latestBlock), unavailable }
}

/** Returns the active validators, including exiting ones, or a text with the reason if this node does not know them. */
async function readValidators(
  chain: ChainName,
  pool: ChainPool,
  beacon: BeaconOracle | null,
): Promise<number | string> {
  const { settlesOn, consensus } = getChain(chain)
  if (chain === 'ethereum') {
    if (beacon === null) return toNotConfigured('beacon').message
    const { validators } = await beacon.get()
    return validators.total - validators.pending
  }
  const own = await getActiveValidators(pool)
  if (own !== null) return own
  return settlesOn === null
    ? `This node does not read the validators of ${chain} (${consensus}).`
    : `${chain} has no validators of its own, because it settles on ${settlesOn}.`
}
