import type { Hex } from 'viem'

/** One swap in base units, in the order of the pool's tokens. */
export type Trade = {
  /** Paid into the pool, the fee with it. */
  readonly amountsIn: readonly bigint[]
  readonly amountsOut: readonly bigint[]
  /** Null where neither the log nor a fixed rate says it. */
  readonly fees: readonly bigint[] | null
}

export type TradeLog = {
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: Hex
  /** In its block. */
  readonly logIndex: Hex
}

/** Null for a log that is no swap of the pool's tokens. */
export type ToTrade = (log: TradeLog) => Trade | null

/** Amounts by place; zero elsewhere. */
export function toAmounts(count: number, ...placed: readonly (readonly [place: number, amount: bigint])[]) {
  return Array.from({ length: count }, (_, index) =>
    placed.reduce((sum, [place, amount]) => (place === index ? sum + amount : sum), 0n),
  )
}
