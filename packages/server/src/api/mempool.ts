import { type MempoolStreamFilter, mevTypes, type Response, toZeros } from '@outrigger/api/contract'
import { type Clock, toGwei } from '@outrigger/core'
import { createCache } from '@outrigger/core/internal'
import type { MempoolWatcher } from '@outrigger/mempool'
import type { MevDetector } from '@outrigger/mev'
import { type Mempools, openMempool } from '../node/mempools.ts'
import type { MevDetectors } from '../node/mevDetectors.ts'
import type { Api } from './fulfilment.ts'
import { toEther, toMempoolFilter, toWireLiquidations, toWireTransaction } from './mempoolWire.ts'

export type MempoolApiParts = {
  readonly mempools: Mempools
  readonly mev: Pick<MevDetectors, 'running'>
  readonly mempoolStream: { countSubscribers(chain: string): number }
  readonly clock: Clock
}

type MempoolApi = Pick<
  Api,
  'mempoolStatus' | 'mempoolStats' | 'mempoolPending' | 'mempoolSwaps' | 'mempoolLiquidations'
>

const statsTtlMs = 1000

/** Set while no provider responds. */
type Age = { readonly stale?: true; readonly as_of?: string }

const notes = {
  public: undefined,
  sequencer:
    'The sequencer of this chain keeps its queue to itself: only transactions that the configured providers hold or forward are seen, often none.',
  none: 'This chain forwards transactions to the next block producers at once: there is no pool to see.',
} as const

export function createMempoolApi({ mempools, mev, mempoolStream, clock }: MempoolApiParts): MempoolApi {
  const stats = createCache<Response<'mempoolStats'>>({ max: 100, ttlMs: statsTtlMs, clock })

  async function open(chain: string): Promise<{ readonly watcher: MempoolWatcher; readonly age: Age }> {
    const { watcher, staleSinceMs } = await openMempool(mempools, chain)
    return { watcher, age: staleSinceMs === null ? {} : { stale: true, as_of: new Date(staleSinceMs).toISOString() } }
  }

  async function list(chain: string, limit: number, filter: MempoolStreamFilter): Promise<Response<'mempoolPending'>> {
    const { watcher, age } = await open(chain)
    const transactions = watcher.pending(toMempoolFilter(filter), limit).map(toWireTransaction)
    return { chain, count: transactions.length, transactions, ...age }
  }

  return {
    async mempoolStatus({ chain }) {
      const { isConnected, pendingCount, visibility, isStale, asOfMs } = (await mempools.getReady(chain)).status()
      return {
        chain,
        connected: isConnected,
        subscriber_count: mempoolStream.countSubscribers(chain),
        pending_count: pendingCount,
        visibility,
        ...(isStale && asOfMs !== null && { stale: true, as_of: new Date(asOfMs).toISOString() }),
        ...(notes[visibility] && { note: notes[visibility] }),
      }
    },
    async mempoolStats({ chain }) {
      const { watcher, age } = await open(chain)
      // The figures cover the whole pool, so they are computed once a second for all callers.
      const known = stats.get(chain)
      if (known !== undefined && known.stale === age.stale) return known
      // Set once, so that frequent requests do not extend its lifetime.
      const made = Object.freeze(toWireStats(watcher, mev.running.get(chain)?.detector, clock.now(), age))
      stats.set(chain, made)
      return made
    },
    mempoolPending({ chain, limit = 100, tx_type, mev_only, min_value_eth, min_gas_price_gwei }) {
      return list(chain, limit, {
        ...(min_value_eth !== undefined && { min_value_eth }),
        ...(min_gas_price_gwei !== undefined && { min_gas_price_gwei }),
        ...(tx_type && { tx_types: [tx_type] }),
        ...(mev_only && { include_mev: true }),
      })
    },
    mempoolSwaps({ chain, limit = 100, dex, min_value_eth }) {
      return list(chain, limit, {
        tx_types: ['swap'],
        ...(min_value_eth !== undefined && { min_value_eth }),
        ...(dex && { dex_protocols: [dex] }),
      })
    },
    async mempoolLiquidations({ chain }) {
      const { watcher, age } = await open(chain)
      const liquidations = watcher.pending({ types: ['liquidation'] }).flatMap(toWireLiquidations)
      return { chain, count: liquidations.length, liquidations, ...age }
    },
  }
}

/** Counts pending transactions by the best opportunity of each, plus opportunities that depend on the current state alone. */
function countOpportunities(watcher: MempoolWatcher, detector: MevDetector | undefined): Record<string, number> {
  const counts = toZeros(mevTypes)
  const ofPending = watcher.pending({ onlyMev: true }).flatMap(({ mev }) => mev ?? [])
  for (const { type } of [...ofPending, ...(detector?.stateFindings() ?? [])]) counts[type] = (counts[type] ?? 0) + 1
  return counts
}

function toWireStats(
  watcher: MempoolWatcher,
  detector: MevDetector | undefined,
  nowMs: number,
  age: Age,
): Response<'mempoolStats'> {
  const { pendingCount, counts, gasPrice, totalValue } = watcher.stats()
  const { min, average, max, median } = gasPrice ?? { min: 0n, average: 0n, max: 0n, median: 0n }
  return {
    chain: watcher.chain,
    timestamp: age.as_of ?? new Date(nowMs).toISOString(),
    ...age,
    total_pending: pendingCount,
    gas_prices: {
      min_gwei: toGwei(min),
      avg_gwei: toGwei(average),
      max_gwei: toGwei(max),
      median_gwei: toGwei(median),
    },
    tx_counts: counts,
    mev_opportunities: countOpportunities(watcher, detector),
    total_value_eth: toEther(totalValue),
  }
}
