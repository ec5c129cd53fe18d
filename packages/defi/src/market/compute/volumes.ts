import type { DexFigure } from '../figures.ts'
import { UnknownMarketNameError } from '../marketErrors.ts'
import { isNamed, toProtocolKey } from './names.ts'

export type VolumePeriod = '24h' | '7d' | '30d'

export type VolumeFilter = {
  /** Name of a chain, ours or DefiLlama's. @default all */
  readonly chain?: string
  /** Id, name or slug of a DEX or a family of DEXes: `uniswap_v3`, `uniswap`. @default all */
  readonly dex?: string
  /** Period by which DEXes are sorted and that `totalUsd` sums. @default 24h */
  readonly period?: VolumePeriod
  /** Largest number of listed items. Totals include all. @default all */
  readonly limit?: number
}

/** Trading volume of DEXes in US dollars. */
export type VolumeFigures = {
  readonly period: VolumePeriod
  readonly totalUsd: number
  readonly total24hUsd: number
  /** Change from the 24 hours before, as a ratio: 0.01 is 1 % more. Null if the earlier volume is unknown. */
  readonly change24h: number | null
  /** Largest volume first. */
  readonly dexes: readonly Omit<DexFigure, 'parent' | 'volumeBeforeUsd'>[]
}

const volumeOf = (dex: DexFigure, period: VolumePeriod): number | null =>
  ({ '24h': dex.volume24hUsd, '7d': dex.volume7dUsd, '30d': dex.volume30dUsd })[period]

/** @param known all DEXes, also if `dexes` are those of one chain */
export function computeVolumes(
  dexes: readonly DexFigure[],
  known: readonly DexFigure[],
  { dex, period = '24h', limit }: VolumeFilter,
): VolumeFigures {
  const key = dex === undefined ? undefined : toProtocolKey(dex)
  if (dex !== undefined && key !== undefined && !known.some((one) => isNamed(one, key)))
    throw new UnknownMarketNameError('dex', dex, toSlugs(known))
  const found = dexes
    .filter((one) => key === undefined || isNamed(one, key))
    .sort((a, b) => (volumeOf(b, period) ?? -1) - (volumeOf(a, period) ?? -1))
  return {
    period,
    totalUsd: total(found.map((one) => volumeOf(one, period))),
    total24hUsd: total(found.map((one) => one.volume24hUsd)),
    change24h: computeChange(found),
    dexes: found.slice(0, limit).map(({ parent: _, volumeBeforeUsd: __, ...one }) => one),
  }
}

const total = (values: readonly (number | null)[]): number => values.reduce<number>((sum, one) => sum + (one ?? 0), 0)

/** Returns the change over all DEXes with a known volume on both days. */
function computeChange(dexes: readonly DexFigure[]): number | null {
  const both = dexes.filter((one) => one.volume24hUsd !== null && one.volumeBeforeUsd !== null)
  const before = total(both.map((one) => one.volumeBeforeUsd))
  return before === 0 ? null : total(both.map((one) => one.volume24hUsd)) / before - 1
}

const toSlugs = (dexes: readonly DexFigure[]): readonly string[] =>
  dexes.toSorted((a, b) => (b.volume24hUsd ?? 0) - (a.volume24hUsd ?? 0)).map(({ slug }) => slug)
