import type { Address, Hex } from 'viem'
import type { MinedLog } from '../minedBlock.ts'

/**
 * What a log, or a call, says of a pool. Most say who swapped how much but not which tokens: those are found among the
 * transfers of the contract that holds them.
 */
export type PoolEvent = {
  /** `other` ends what belongs to the swap before it: liquidity that came or went. */
  readonly kind: 'swap' | 'other'
  readonly protocol: string
  /** The pool: its address, or its id where one contract holds many. */
  readonly pool: Hex
  /** The contract that holds the tokens. */
  readonly holder: Address
  readonly amountIn?: bigint
  readonly amountOut?: bigint
  readonly tokenIn?: Address
  readonly tokenOut?: Address
  /** Who called, where a call says it: the pool gives to him what the call does not name. */
  readonly caller?: Address
  /** Whether the pool's first token was sold to it, where the tokens themselves stay unknown. */
  readonly zeroForOne?: boolean
}

/** How one kind of log is read; null for a log of the same topic that is none. */
export type PoolEventDefinition = {
  readonly signature: string
  readonly decode: (log: MinedLog) => PoolEvent | null
}

/** A log that says no more than that its contract swapped. */
export function definePool(protocol: string, signature: string): PoolEventDefinition {
  return { signature, decode: ({ address }) => ({ kind: 'swap', protocol, pool: address, holder: address }) }
}

/** Logs that end what belongs to the swap before them. */
export function defineOther(protocol: string, signatures: readonly string[]): readonly PoolEventDefinition[] {
  return signatures.map((signature) => ({
    signature,
    decode: ({ address }) => ({ kind: 'other', protocol, pool: address, holder: address }),
  }))
}
