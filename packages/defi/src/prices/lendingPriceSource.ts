import type { OracleUpdate } from '@outrigger/calldata'
import type { Address } from 'viem'

/**
 * How a market's price is computed at one block. It contains enough data to compute the price after an update of a feed
 * without a request.
 */
export type LendingPriceSource = {
  /** The contract that the protocol reads (`Reserve.priceSource`), lower case. */
  readonly address: Address
  /** Chainlink aggregators (the receivers of `transmit`, behind the proxies) that the price depends on, lower case. */
  readonly aggregators: readonly Address[]
  /**
   * Returns the price, in the scale of `Reserve.price` minus its `priceShift`, with these answers (`toAnswers`) instead
   * of those that were read, or null if the source's rule is unknown. Other inputs (exchange rates, growing caps) stay
   * as they were at the block that was read.
   */
  computePrice(answers: Answers): bigint | null
}

/** The answers of price feeds by aggregator. */
export type Answers = ReadonlyMap<Address, bigint>

/** Returns updates in the form that `computePrice` takes. If an aggregator has several updates, the last one is used. */
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
