import type { Hex } from 'viem'

/** One swap in base units, in the order of the pool's tokens. */
export type Trade = {
  /** Paid into the pool, including the fee. */
  readonly amountsIn: readonly bigint[]
  readonly amountsOut: readonly bigint[]
  /** Null if neither the log nor a fixed rate determines it. */
  readonly fees: readonly bigint[] | null
}

export type TradeLog = {
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: Hex
  /** Index in its block. */
  readonly logIndex: Hex
}

/** Decodes a log, or returns null if it is not a swap of the pool's tokens. */
export type ToTrade = (log: TradeLog) => Trade | null

/** Returns a list with amounts at some indices and zeros elsewhere. */
export function toAmounts(count: number, ...placed: readonly (readonly [place: number, amount: bigint])[]) {
  return Array.from({ length: count }, (_, index) =>
    placed.reduce((sum, [place, amount]) => (place === index ? sum + amount : sum), 0n),
  )
}
