import { EthPriceError } from '../lrtErrors.ts'
import type { LrtRate, LrtRates, SkippedLrt } from '../lrtRates.ts'
import type { LrtToken } from '../lrtToken.ts'

const one = 10n ** 18n
// A restaking token is worth about 1 ETH plus rewards minus slashing. A value outside these bounds is not a rate.
const leastRate = one / 2n
const greatestRate = 3n * one

/** Longest time between two updates of Chainlink's ETH/USD feed. The grace period allows for a pending transaction. */
const heartbeatSeconds = 3_600n
const graceSeconds = 600n

/** Converts a rate from wei. If the rate is not plausible, returns the reason. */
export function computeLrtRate({ symbol, protocol }: LrtToken, rateWei: bigint): LrtRate | SkippedLrt {
  if (rateWei <= leastRate || rateWei >= greatestRate)
    return { token: symbol, reason: `implausible rate of ${rateWei} wei per token` }
  const rate = Number(rateWei) / 1e18
  return { token: symbol, rate, rateWei, inverseRate: 1 / rate, protocol }
}

type FeedAnswer = {
  readonly answer: bigint
  readonly decimals: number
  /** Unix seconds, like `blockTimestamp`. */
  readonly updatedAt: bigint
  readonly blockTimestamp: bigint
}

/**
 * Returns ETH/USD from a Chainlink answer. Its age is measured against the timestamp of the block.
 * @throws {EthPriceError} the answer is not positive, or is older than heartbeat plus grace period
 */
export function computeEthPriceUsd({ answer, decimals, updatedAt, blockTimestamp }: FeedAnswer): number {
  if (answer <= 0n) throw new EthPriceError(`it returned ${answer}`)
  const age = blockTimestamp - updatedAt
  if (age > heartbeatSeconds + graceSeconds)
    throw new EthPriceError(`its answer is ${age} s old and its heartbeat is ${heartbeatSeconds} s`)
  return Number(answer) / 10 ** decimals
}

/** Returns only the rates of the given tokens. */
export function pickLrtRates(rates: LrtRates, symbols: readonly string[]): LrtRates {
  return Object.freeze({
    ...rates,
    rates: Object.fromEntries(Object.entries(rates.rates).filter(([symbol]) => symbols.includes(symbol))),
    skipped: rates.skipped.filter(({ token }) => symbols.includes(token)),
  })
}
