import { EthPriceError } from '../lrtErrors.ts'
import type { LrtRate, LrtRates, SkippedLrt } from '../lrtRates.ts'
import type { LrtToken } from '../lrtToken.ts'

const one = 10n ** 18n
// A restaking token is worth about an ETH plus its rewards less its slashings. A value outside of this is not a rate.
const leastRate = one / 2n
const greatestRate = 3n * one

/** Chainlink's ETH/USD feed writes at least hourly; the grace is for a transaction that waits. */
const heartbeatSeconds = 3_600n
const graceSeconds = 600n

/** A rate as read, or why it is none. */
export function computeLrtRate({ symbol, protocol }: LrtToken, rateWei: bigint): LrtRate | SkippedLrt {
  if (rateWei <= leastRate || rateWei >= greatestRate)
    return { token: symbol, reason: `implausible rate of ${rateWei} wei per token` }
  const rate = Number(rateWei) / 1e18
  return { token: symbol, rate, rateWei, inverseRate: 1 / rate, protocol }
}

export type FeedAnswer = {
  readonly answer: bigint
  readonly decimals: number
  /** Unix seconds, as is `blockTimestamp`. */
  readonly updatedAt: bigint
  readonly blockTimestamp: bigint
}

/**
 * ETH/USD from a Chainlink answer. Age is measured against the block it was read at.
 * @throws {EthPriceError} not positive, or older than heartbeat and grace
 */
export function computeEthPriceUsd({ answer, decimals, updatedAt, blockTimestamp }: FeedAnswer): number {
  if (answer <= 0n) throw new EthPriceError(`it answers ${answer}`)
  const age = blockTimestamp - updatedAt
  if (age > heartbeatSeconds + graceSeconds)
    throw new EthPriceError(`its answer is ${age} s old and its heartbeat is ${heartbeatSeconds} s`)
  return Number(answer) / 10 ** decimals
}

/** The part of an answer about some tokens. */
export function pickLrtRates(rates: LrtRates, symbols: readonly string[]): LrtRates {
  return Object.freeze({
    ...rates,
    rates: Object.fromEntries(Object.entries(rates.rates).filter(([symbol]) => symbols.includes(symbol))),
    skipped: rates.skipped.filter(({ token }) => symbols.includes(token)),
  })
}
