import type { DexFigure } from '../figures.ts'
import { UnknownMarketNameError } from '../marketErrors.ts'
import { isNamed, toProtocolKey } from './names.ts'

export type VolumePeriod = '24h' | '7d' | '30d'

export type VolumesQuestion = {
  /** Name of a chain, ours or DefiLlama's. @default all */
  readonly chain?: string
  /** Id, name or slug of a DEX or of a family of them: `uniswap_v3`, `uniswap`. @default all */
  readonly dex?: string
  /** By what DEXes are ordered, and what `totalUsd` sums up. @default 24h */
  readonly period?: VolumePeriod
  /** Most that are listed; totals count all. @default all */
  readonly limit?: number
}

/** What was traded on DEXes, US dollars. */
export type VolumeFigures = {
  readonly period: VolumePeriod
  readonly totalUsd: number
  readonly total24hUsd: number
  /** Over the 24 hours before, as a ratio: 0.01 is one percent more; null where nobody knows those. */
  readonly change24h: number | null
  /** Most traded first. */
  readonly dexes: readonly Omit<DexFigure, 'parent' | 'volumeBeforeUsd'>[]
}

const volumeOf = (dex: DexFigure, period: VolumePeriod): number | null =>
  ({ '24h': dex.volume24hUsd, '7d': dex.volume7dUsd, '30d': dex.volume30dUsd })[period]

/** @param known all DEXes, of which `dexes` may be those of one chain */
export function computeVolumes(
  dexes: readonly DexFigure[],
  known: readonly DexFigure[],
  { dex, period = '24h', limit }: VolumesQuestion,
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

/** Over those whose volume of both days is known. */
function computeChange(dexes: readonly DexFigure[]): number | null {
  const both = dexes.filter((one) => one.volume24hUsd !== null && one.volumeBeforeUsd !== null)
  const before = total(both.map((one) => one.volumeBeforeUsd))
  return before === 0 ? null : total(both.map((one) => one.volume24hUsd)) / before - 1
}

const toSlugs = (dexes: readonly DexFigure[]): readonly string[] =>
  dexes.toSorted((a, b) => (b.volume24hUsd ?? 0) - (a.volume24hUsd ?? 0)).map(({ slug }) => slug)
