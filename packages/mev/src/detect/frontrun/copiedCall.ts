import type { Address, Hex } from 'viem'

/** Outcome of a pending call that was simulated with another sender. */
export type CopiedCall = {
  readonly transaction: Hex
  readonly target: Address
  readonly selector: Hex
  readonly blockNumber: bigint
  /** True if the call succeeds with the other sender. */
  readonly succeeds: boolean
  /** Gain of the other sender in wei, including the value of tokens, before gas. Null if a token has no known value. */
  readonly gain: bigint | null
  readonly gasUsed: bigint
  /** True if the original sender or other accounts received tokens and the copier did not. */
  readonly paidToOthers: boolean
}
