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
   * The price, in the scale of `Reserve.price`, with these answers in place of the ones the source was read with; null
   * where the source's rule is not known and a new price would be a guess.
   */
  computePrice(answers: ReadonlyMap<Address, bigint>): bigint | null
}

/** A new answer of a feed, seen before it is in a block. */
export type OracleUpdate = {
  /** Chainlink aggregator. Lower case. */
  readonly aggregator: Address
  readonly answer: bigint
}
