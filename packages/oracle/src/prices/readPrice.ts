import type { Clock } from '@outrigger/core'
import { computeMedianPrice, type MedianPrice, type NamedSample } from './compute/medianPrice.ts'
import { describeRejection, type PriceReading } from './compute/toPrice.ts'
import type { MissingSource } from './price.ts'
import { PriceDisagreementError, PriceUnavailableError } from './priceErrors.ts'
import type { PriceSample } from './priceSource.ts'
import type { PriceToken } from './priceToken.ts'
import type { SourceGuard } from './sourceGuard.ts'

export type ReadOptions = {
  readonly guards: readonly SourceGuard[]
  readonly tolerance: number
  readonly minLiquidityUsd: number
  readonly clock: Clock
}

/** Samples of all sources at one time. They may or may not result in a price. */
export type MarketReading = {
  readonly token: PriceToken
  readonly median: MedianPrice
  readonly missing: readonly MissingSource[]
  /** True if all sources answered, but none of them has a market with enough liquidity. */
  readonly isWithoutMarket: boolean
}

/** Queries all sources concurrently. */
export async function readMarket(token: PriceToken, options: ReadOptions): Promise<MarketReading> {
  const { samples, missing, hasFailed } = await readSamples(token, options.guards)
  const median = computeMedianPrice(samples, { ...options, nowMs: options.clock.now() })
  const isWithoutMarket = !hasFailed && median.judged.every(({ rejection }) => rejection === 'thin')
  return { token, median, missing, isWithoutMarket }
}

/** Returns the reading if it has a price. @throws {PriceUnavailableError} @throws {PriceDisagreementError} */
export function requirePrice({ token, median, missing }: MarketReading, nowMs: number): PriceReading {
  if (median.kind === 'price') return { token, median, missing }
  const name = `${token.symbol} on ${token.chain}`
  const { judged } = median
  if (median.kind === 'disagreement')
    throw new PriceDisagreementError(
      name,
      judged.map(({ sample }) => sample),
    )
  const rejected = judged.map(
    ({ sample, rejection }): MissingSource => ({
      name: sample.name,
      reason: rejection === null ? '' : describeRejection(rejection, sample, null, nowMs),
    }),
  )
  throw new PriceUnavailableError(name, [...missing, ...rejected])
}

/**
 * Queries all sources concurrently and computes one price.
 * @throws {PriceUnavailableError} @throws {PriceDisagreementError}
 */
export async function readPrice(token: PriceToken, options: ReadOptions): Promise<PriceReading> {
  return requirePrice(await readMarket(token, options), options.clock.now())
}

/** Reads the samples of all sources, and lists the sources without a sample. */
export async function readSamples(
  token: PriceToken,
  guards: readonly SourceGuard[],
): Promise<{
  readonly samples: readonly NamedSample[]
  readonly missing: readonly MissingSource[]
  /** True if a source failed or returned a malformed answer. */
  readonly hasFailed: boolean
}> {
  const outcomes = await Promise.all(guards.map(async (guard) => ({ guard, outcome: await guard.read(token) })))
  const samples: NamedSample[] = []
  const missing: MissingSource[] = []
  let hasFailed = false
  for (const { guard, outcome } of outcomes) {
    const { name, kind } = guard.source
    if (outcome.samples?.length === 0) missing.push({ name, reason: 'it does not know the token' })
    else if (outcome.samples?.every(isNumeric))
      samples.push(...outcome.samples.map((sample) => ({ ...sample, name: sample.name ?? name, kind })))
    else {
      hasFailed ||= outcome.samples !== null || !outcome.isUnknown
      missing.push({ name, reason: outcome.samples === null ? outcome.reason : 'its answer has no price and time' })
    }
  }
  return { samples, missing, hasFailed }
}

const lastTimeMs = 8.64e15

const isNumeric = ({ priceUsd, timestampMs }: PriceSample): boolean =>
  Number.isFinite(priceUsd) && timestampMs >= 0 && timestampMs <= lastTimeMs
