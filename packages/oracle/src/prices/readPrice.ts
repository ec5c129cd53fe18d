import type { Clock } from '@outrigger/core'
import { computeMedianPrice, type NamedSample } from './compute/medianPrice.ts'
import { describeRejection, type PriceReading } from './compute/toPrice.ts'
import type { SilentSource } from './price.ts'
import { type MissingPrice, PriceDisagreementError, PriceUnavailableError } from './priceErrors.ts'
import type { PriceSample } from './priceSource.ts'
import type { PriceToken } from './priceToken.ts'
import type { SourceGuard } from './sourceGuard.ts'

export type ReadOptions = {
  readonly guards: readonly SourceGuard[]
  readonly tolerance: number
  readonly minLiquidityUsd: number
  readonly clock: Clock
}

/**
 * Asks all sources at once and makes one price of what they say.
 * @throws {PriceUnavailableError} @throws {PriceDisagreementError}
 */
export async function readPrice(token: PriceToken, options: ReadOptions): Promise<PriceReading> {
  const { samples, silent } = await readSamples(token, options.guards)
  const nowMs = options.clock.now()
  const median = computeMedianPrice(samples, { ...options, nowMs })
  if (median.kind === 'price') return { token, median, silent }
  const name = `${token.symbol} on ${token.chain}`
  if (median.kind === 'disagreement') throw new PriceDisagreementError(name, samples)
  const rejected = median.judged.map(
    ({ sample, rejection }): MissingPrice => ({
      name: sample.name,
      reason: rejection === null ? '' : describeRejection(rejection, sample, null, nowMs),
    }),
  )
  throw new PriceUnavailableError(name, [...silent, ...rejected])
}

/** Every sample of every source, and the sources that have none. */
export async function readSamples(
  token: PriceToken,
  guards: readonly SourceGuard[],
): Promise<{ readonly samples: readonly NamedSample[]; readonly silent: readonly SilentSource[] }> {
  const outcomes = await Promise.all(guards.map(async (guard) => ({ guard, outcome: await guard.read(token) })))
  const samples: NamedSample[] = []
  const silent: SilentSource[] = []
  for (const { guard, outcome } of outcomes) {
    const { name, kind } = guard.source
    if (outcome.samples === null) silent.push({ name, reason: outcome.reason })
    else if (outcome.samples.length === 0) silent.push({ name, reason: 'it does not know the token' })
    else if (!outcome.samples.every(isNumeric)) silent.push({ name, reason: 'its answer is no price and time' })
    else samples.push(...outcome.samples.map((sample) => ({ ...sample, name: sample.name ?? name, kind })))
  }
  return { samples, silent }
}

const lastTimeMs = 8.64e15

const isNumeric = ({ priceUsd, timestampMs }: PriceSample): boolean =>
  Number.isFinite(priceUsd) && timestampMs >= 0 && timestampMs <= lastTimeMs
