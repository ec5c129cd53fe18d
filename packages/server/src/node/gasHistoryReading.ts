import type { GasHistoryReading } from '@outrigger/api'
import type { FeeBars, GasTierName } from '@outrigger/oracle'
import type { FeeBar } from '@outrigger/oracle/internal'

export type QuotedBar = FeeBar & { readonly tiers: NonNullable<FeeBar['tiers']> }

export const isQuoted = (bar: FeeBar): bar is QuotedBar => bar.tiers !== null

/** Converts bars to the form for in-process bots and the API. Bars without a quote are omitted. */
export function toGasHistoryReading({ chain, bars, coverage }: FeeBars): GasHistoryReading {
  const quoted = bars.filter(isQuoted).map(({ timestamp, blocks, tiers }) => ({ timestamp, blocks, tiers }))
  const blocks = BigInt(quoted.reduce((sum, bar) => sum + bar.blocks, 0))
  const pick = (name: GasTierName, kind: 'min' | 'max', isBetter: (a: bigint, b: bigint) => boolean) =>
    quoted.map(({ tiers }) => tiers[name][kind]).reduce((best, fee) => (isBetter(fee, best) ? fee : best))
  return {
    chain,
    bars: quoted.map(({ timestamp, tiers }) => ({
      startMs: timestamp * 1000,
      ...perTier((name) => tiers[name].average),
    })),
    // An unfinished bar is weighted by the blocks that it has.
    average: perTier(
      (name) => quoted.reduce((sum, bar) => sum + bar.tiers[name].average * BigInt(bar.blocks), 0n) / blocks,
    ),
    min: perTier((name) => pick(name, 'min', (a, b) => a < b)),
    max: perTier((name) => pick(name, 'max', (a, b) => a > b)),
    coverage: {
      share: coverage.share,
      blocks: coverage.blocks,
      gaps: coverage.gaps.map(({ fromTime, toTime }) => ({ fromMs: fromTime * 1000, toMs: toTime * 1000 })),
    },
  }
}

const perTier = (of: (name: GasTierName) => bigint): GasHistoryReading['average'] => ({
  slow: of('slow'),
  standard: of('standard'),
  fast: of('fast'),
  instant: of('instant'),
})
