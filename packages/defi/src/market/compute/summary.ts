import type { ChainFigure, PastTvl, ProtocolFigure } from '../figures.ts'
import { byTvl, sum } from './tvl.ts'
import type { VolumeFigures } from './volumes.ts'

/** An overview of the market. Amounts are in US dollars, changes are ratios. */
export type SummaryFigures = {
  readonly tvlUsd: number
  /** Null if there is no value from a day before. */
  readonly tvlChange24h: number | null
  readonly volume24hUsd: number
  readonly volumeChange24h: number | null
  readonly topProtocols: readonly { readonly name: string; readonly tvlUsd: number }[]
  readonly topChains: readonly { readonly name: string; readonly tvlUsd: number }[]
}

const top = 10

export function computeSummary(
  protocols: readonly ProtocolFigure[],
  chains: readonly ChainFigure[],
  past: readonly PastTvl[],
  volumes: VolumeFigures,
): SummaryFigures {
  const toTop = (figures: readonly { readonly name: string; readonly tvlUsd: number }[]) =>
    figures
      .toSorted(byTvl)
      .slice(0, top)
      .map(({ name, tvlUsd }) => ({ name, tvlUsd }))
  return {
    tvlUsd: sum(chains),
    tvlChange24h: computeTvlChange(past),
    volume24hUsd: volumes.total24hUsd,
    volumeChange24h: volumes.change24h,
    topProtocols: toTop(protocols),
    topChains: toTop(chains),
  }
}

const dayMs = 86_400_000

/** Returns the newest value relative to the value nearest to a day before, minus 1. The series has one value a day. */
function computeTvlChange(past: readonly PastTvl[]): number | null {
  const last = past.reduce<PastTvl | undefined>(
    (newest, one) => (newest && newest.atMs >= one.atMs ? newest : one),
    undefined,
  )
  if (last === undefined) return null
  const distance = ({ atMs }: PastTvl) => Math.abs(last.atMs - dayMs - atMs)
  const before = past.reduce((nearest, one) => (distance(one) < distance(nearest) ? one : nearest))
  return before === last || distance(before) > dayMs / 2 || before.tvlUsd === 0 ? null : last.tvlUsd / before.tvlUsd - 1
}
