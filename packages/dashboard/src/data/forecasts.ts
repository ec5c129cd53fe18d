/** The forecast made at a block. Fees are in gwei. */
export type Forecast = {
  readonly block: number
  readonly atMs: number
  readonly baseFee: number
  readonly nextBaseFee: number
  /** Maximum fee of each tier. */
  readonly caps: readonly number[]
}

/** A block, and what was forecast for it one block before. Fees are in gwei. */
export type Outcome = {
  readonly block: number
  readonly atMs: number
  readonly baseFee: number
  /** (forecast - base fee) / base fee. Null if the base fee is 0. */
  readonly error: number | null
  /** Maximum fee of each tier that was offered for this block. */
  readonly caps: readonly number[]
}

export type Judgement = {
  readonly outcomes: readonly Outcome[]
  /** For each tier, the ratio of outcomes that its maximum fee covers. */
  readonly covered: readonly number[]
  /** Mean of |forecast - outcome| / outcome. */
  readonly meanError: number
}

/**
 * Compares each forecast with the base fee of the next block. A forecast has no outcome if its next block is missing.
 *
 * @example judgeForecasts([{ block: 1, atMs: 0, baseFee: 1, nextBaseFee: 2, caps: [3] }, { block: 2, atMs: 1, baseFee: 2, nextBaseFee: 2, caps: [3] }]).covered // [1]
 */
export function judgeForecasts(forecasts: readonly Forecast[]): Judgement {
  const pairs = forecasts.flatMap((forecast, index) => {
    const next = forecasts[index + 1]
    return next?.block === forecast.block + 1 ? [{ forecast, next }] : []
  })
  const share = (hits: number) => (pairs.length === 0 ? 0 : hits / pairs.length)
  const outcomes = pairs.map(({ forecast, next }) => ({
    block: next.block,
    atMs: next.atMs,
    baseFee: next.baseFee,
    error: next.baseFee === 0 ? null : (forecast.nextBaseFee - next.baseFee) / next.baseFee,
    caps: forecast.caps,
  }))
  return {
    outcomes,
    covered: (forecasts[0]?.caps ?? []).map((_, tier) =>
      share(pairs.filter(({ forecast, next }) => (forecast.caps[tier] ?? 0) >= next.baseFee).length),
    ),
    meanError: share(outcomes.reduce((sum, { error }) => sum + Math.abs(error ?? 0), 0)),
  }
}
