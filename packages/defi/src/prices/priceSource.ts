import type { OracleUpdate } from '@outrigger/calldata'
import type { Address } from 'viem'

/**
 * What a market's price is made of, at one block: enough to say the price that a new answer of a feed will make, without
 * asking the chain.
 */
export type PriceSource = {
  /** The contract the protocol asks (`Reserve.priceSource`), lower case. */
  readonly address: Address
  /** Chainlink aggregators (what `transmit` goes to, behind the proxies) it depends on, lower case. */
  readonly aggregators: readonly Address[]
  /**
   * The price, in the scale of `Reserve.price` less its `priceShift`, with these answers (`toAnswers`) in place
   * of the ones the source was read with; null where the source's rule is not known and a new price would be a guess.
   * What is no feed's answer (exchange rates, caps that grow) is as it was at the block that was read.
   */
  computePrice(answers: Answers): bigint | null
}

/** Multiplies or divides by a power of ten, as contracts do: down. */
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
