import type { Clock } from '@outrigger/core'
import { type Comparison, computeComparison } from './compute/comparison.ts'
import type { NamedSample } from './compute/medianPrice.ts'
import { PriceUnavailableError, UnknownMarketError } from './priceErrors.ts'
import type { PriceSource } from './priceSource.ts'
import type { PriceToken } from './priceToken.ts'
import { readSamples } from './readPrice.ts'
import type { SourceGuard } from './sourceGuard.ts'

type Options = {
  readonly guards: readonly SourceGuard[]
  /** All known market names. */
  readonly markets: readonly string[]
  /** @default all tradable markets */
  readonly exchanges: readonly string[] | undefined
  readonly clock: Clock
}

const namesOf = ({ name, names = [name] }: PriceSource): readonly string[] => names
const isTradable = ({ kind }: PriceSource): boolean => kind === 'dex' || kind === 'exchange'

/** @throws {UnknownMarketError} @throws {PriceUnavailableError} */
export async function readComparison(token: PriceToken, options: Options): Promise<Comparison> {
  const { guards, markets, clock } = options
  const unknown = options.exchanges?.filter((name) => !markets.includes(name)) ?? []
  if (unknown.length > 0) throw new UnknownMarketError(unknown, markets)
  const tradable = guards.flatMap(({ source }) => (isTradable(source) ? namesOf(source) : []))
  const requested = [...new Set(options.exchanges ?? tradable)]
  const queried = guards.filter(({ source }) => namesOf(source).some((name) => requested.includes(name)))
  const { samples, missing: silent } = await readSamples(token, queried)
  const nowMs = clock.now()
  const usable = samples.filter((sample) => requested.includes(sample.name) && isUsable(sample, nowMs))
  const missing = requested.flatMap((name) => {
    if (usable.some((sample) => sample.name === name)) return []
    const source = queried.find((guard) => namesOf(guard.source).includes(name))?.source.name
    const reason = silent.find((one) => one.name === source)?.reason
    // Most DEXes have no pool for most tokens, so this is only reported for requested markets.
    if (reason === undefined && options.exchanges === undefined) return []
    return [{ name, reason: reason ?? 'it has no fresh price of the token' }]
  })
  if (usable.length === 0) throw new PriceUnavailableError(`${token.symbol} on ${token.chain}`, missing)
  return computeComparison(token, usable, missing, nowMs)
}

function isUsable({ priceUsd, timestampMs, maxAgeMs, isWitness }: NamedSample, nowMs: number): boolean {
  return Number.isFinite(priceUsd) && priceUsd > 0 && nowMs - timestampMs <= maxAgeMs && isWitness !== true
}
