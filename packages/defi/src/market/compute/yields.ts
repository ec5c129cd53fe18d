import type { PoolFigure } from '../figures.ts'
import { UnknownMarketNameError } from '../marketErrors.ts'
import { toChainKey, toProtocolKey } from './names.ts'

export type YieldFilter = {
  /** Name of a chain, ours or DefiLlama's. @default all */
  readonly chain?: string
  /** Id or slug of a protocol: `aave_v3`. @default all */
  readonly project?: string
  /** Ratio per year: 0.05 is 5 %. Excludes pools without a known yield. @default any */
  readonly minApy?: number
  /** US dollars. @default any */
  readonly minTvlUsd?: number
  /** Only pools of stablecoins, or only others. @default both */
  readonly isStable?: boolean
  /** Largest number of listed items. @default all */
  readonly limit?: number
}

export type YieldFigures = {
  /** Largest value locked first. */
  readonly pools: readonly PoolFigure[]
  /** Number of pools that match the filters. */
  readonly count: number
}

/** Returns the pools that match all filters. @throws {UnknownMarketNameError} */
export function computeYields(
  pools: readonly PoolFigure[],
  { chain, project, minApy, minTvlUsd, isStable, limit }: YieldFilter,
): YieldFigures {
  const chainKey = chain === undefined ? undefined : toChainKey(chain)
  const projectKey = project === undefined ? undefined : toProtocolKey(project)
  const ofChain = chainKey === undefined ? pools : pools.filter((pool) => toChainKey(pool.chain) === chainKey)
  if (chain !== undefined && ofChain.length === 0)
    throw toUnknown(
      'chain',
      chain,
      pools.map((pool) => pool.chain),
    )
  const isOfProject = (pool: PoolFigure) => toProtocolKey(pool.project) === projectKey
  // A known project may have no pool on this chain.
  if (project !== undefined && !pools.some(isOfProject))
    throw toUnknown(
      'project',
      project,
      pools.map((pool) => pool.project),
    )
  const found = ofChain
    .filter(
      (pool) =>
        (project === undefined || isOfProject(pool)) &&
        (minApy === undefined || (pool.apy !== null && pool.apy >= minApy)) &&
        (minTvlUsd === undefined || (pool.tvlUsd !== null && pool.tvlUsd >= minTvlUsd)) &&
        (isStable === undefined || pool.isStable === isStable),
    )
    .sort((a, b) => (b.tvlUsd ?? -1) - (a.tvlUsd ?? -1))
  return { pools: found.slice(0, limit), count: found.length }
}

/** Lists the names with most pools first. */
function toUnknown(filter: 'chain' | 'project', name: string, all: readonly string[]): UnknownMarketNameError {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1)
  const known = [...counts].sort(([, a], [, b]) => b - a).map(([one]) => one)
  return new UnknownMarketNameError(filter, name, known)
}
