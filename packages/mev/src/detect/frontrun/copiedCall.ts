import type { Address, Hex } from 'viem'

/** The outcome of carrying a pending call out in somebody else's name. */
export type CopiedCall = {
  readonly transaction: Hex
  readonly target: Address
  readonly selector: Hex
  readonly blockNumber: bigint
  /** Whether it went through with the other sender. */
  readonly succeeds: boolean
  /** What the other sender was left with, wei, tokens valued, gas not counted; null where a token has no value. */
  readonly gain: bigint | null
  readonly gasUsed: bigint
  /** Tokens that came to the original sender or to others and not to the copier. */
  readonly paidToOthers: boolean
}
