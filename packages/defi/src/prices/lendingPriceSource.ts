import type { OracleUpdate } from '@outrigger/calldata'
import type { Address } from 'viem'

/**
 * How a market's price is made, at one block: enough to compute the price after a new answer of a feed, without a call.
 */
export type LendingPriceSource = {
  /** The contract that the protocol reads (`Reserve.priceSource`), lower case. */
  readonly address: Address
  /** Chainlink aggregators (what `transmit` goes to, behind the proxies) it depends on, lower case. */
  readonly aggregators: readonly Address[]
  /**
   * The price, in the scale of `Reserve.price` less its `priceShift`, with these answers (`toAnswers`) in place of the
   * ones that were read; null where the rule of the source is not known. Other inputs (exchange rates, growing caps) stay
   * as they were at the block that was read.
   */
  computePrice(answers: Answers): bigint | null
}

/** Multiplies or divides by a power of ten, rounding down as contracts do. */
export const shiftDecimals = (value: bigint, shift: number): bigint =>
  shift < 0 ? value / 10n ** BigInt(-shift) : value * 10n ** BigInt(shift)

/** By aggregator. */
export type Answers = ReadonlyMap<Address, bigint>

/** The updates in the form `computePrice` takes; of several for one aggregator, the last. */
export function toAnswers(updates: readonly OracleUpdate[]): Answers {
  return new Map(updates.map((update) => [toAnswerKey(update), update.answer]))
}

export function toAnswerKey({
  aggregator,
  secondary,
}: {
  readonly aggregator: Address
  readonly secondary?: boolean
}): Address {
  return secondary ? `${aggregator}:secondary` : aggregator
}
