import { chainNames } from '@outrigger/api/contract'
import type { Clock, Store } from '@outrigger/core'
import { getOrCreate } from '@outrigger/core/internal'
import type { ChainPool } from '@outrigger/data'
import { type ChainCounters, type CounterBars, createChainCounters, type Interval } from '@outrigger/data/analytics'
import type { Logger } from 'pino'
import { type AnalyticsSettings, analyticsDefaults } from './analyticsSettings.ts'
import { NodeClosedError } from './nodeErrors.ts'
import { orUnavailable } from './orUnavailable.ts'
import { requirePool } from './perChain.ts'
import type { FamilyPools, Pools } from './providers.ts'

export type BarsWanted = {
  /** Unix seconds. `toTime` is exclusive. */
  readonly fromTime: number
  readonly toTime: number
  readonly interval: Interval
  readonly withAddresses?: boolean
  /**
   * Whether to also return addresses that appear for the first time. This requires counting the whole chain. @default
   * false
   */
  readonly withFirstSeen?: boolean
}

/** Figures that the node counts from its chains. */
export type Counting = {
  /**
   * Returns bars of a time range. Missing blocks are counted first, within the budget of one request. The coverage shows which
   * are
   * still missing.
   * @throws {InvalidChainError} @throws {UpstreamUnavailableError} no provider, or none responds and nothing is counted
   */
  bars(chain: string, wanted: BarsWanted): Promise<CounterBars>
  /** Returns bars like `bars`, but only from blocks that are already counted. */
  counted(chain: string, wanted: BarsWanted): Promise<CounterBars>
  /** Chains with a provider. */
  readonly chains: readonly string[]
  close(): Promise<void>
}

type Parts = {
  readonly pools: Pools
  readonly familyPools: FamilyPools
  readonly store: Store
  readonly clock: Clock
  readonly settings: AnalyticsSettings
  readonly limits?: CountingLimits | undefined
  readonly logger: Logger
}

/** How many uncounted past blocks one request reads, and for how long. */
export type CountingLimits = { readonly maxBlocks?: number; readonly maxMs?: number }

const defaultLimits = { maxBlocks: 2_000, maxMs: 5_000 } as const satisfies CountingLimits

/** A request shortly after another one uses the blocks that the other one read. */
const fillGapMs = 500

export function createCounting({ pools, familyPools, store, clock, settings, limits, logger }: Parts): Counting {
  const { count } = { ...analyticsDefaults, ...settings }
  const { maxBlocks, maxMs } = { ...defaultLimits, ...limits }
  const all: { readonly [chain: string]: ChainPool } = { ...pools, ...familyPools }
  const opened = new Map<string, ChainCounters>()
  const filledMs = new Map<string, number>()
  let isClosed = false

  function open(chain: string, pool: ChainPool): ChainCounters {
    if (isClosed) throw new NodeClosedError()
    return getOrCreate(opened, chain, () => {
      const onFailure = (error: unknown) => logger.warn({ chain, err: error }, 'block not counted')
      const counters = createChainCounters({ pool, store, clock, onFailure })
      if (count !== false) counters.follow()
      return counters
    })
  }

  const find = (chain: string) => requirePool<ChainPool>(all, chain, chainNames)

  async function fill(chain: string, pool: ChainPool, fromTime: number): Promise<unknown> {
    const sinceMs = performance.now() - (filledMs.get(chain) ?? Number.NEGATIVE_INFINITY)
    if (maxBlocks === 0 || sinceMs < fillGapMs) return undefined
    return open(chain, pool)
      .backfill({ fromTime, maxBlocks, maxMs })
      .then(() => void filledMs.set(chain, performance.now()))
      .catch((error: unknown) => error)
  }

  if (count === 'atStart') for (const [chain, pool] of Object.entries(all)) open(chain, pool)

  return {
    chains: Object.keys(all),
    async bars(chain, wanted) {
      const pool = find(chain)
      const failure = await fill(chain, pool, wanted.withFirstSeen ? 0 : wanted.fromTime)
      const found = await open(chain, pool).bars(wanted)
      // Counted blocks are a valid answer even if no provider responds.
      if (failure !== undefined && found.bars.length === 0)
        await orUnavailable(chain, () => Promise.reject(failure), pool)
      return found
    },
    counted: (chain, wanted) => open(chain, find(chain)).bars(wanted),
    async close() {
      isClosed = true
      await Promise.all([...opened.values()].map((counters) => counters.close()))
    },
  }
}
