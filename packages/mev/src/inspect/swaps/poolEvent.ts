import type { Address, Hex } from 'viem'
import type { MinedLog } from '../minedBlock.ts'

/**
 * Event of a pool, decoded from a log or a call. Most events contain amounts but no tokens. The tokens are then found in the
 * transfers of the holding contract.
 */
export type PoolEvent = {
  /** `other` marks a liquidity change. It ends the range of transfers that belong to the preceding swap. */
  readonly kind: 'swap' | 'other'
  readonly protocol: string
  /** Address of the pool, or its id if one contract holds many pools. */
  readonly pool: Hex
  /** Contract that holds the tokens. */
  readonly holder: Address
  readonly amountIn?: bigint
  readonly amountOut?: bigint
  readonly tokenIn?: Address
  readonly tokenOut?: Address
  /** Caller, if decoded from a call. The pool pays the caller an amount that the call does not contain. */
  readonly caller?: Address
  /** True if the pool's first token was sold. Set if the tokens are unknown. */
  readonly zeroForOne?: boolean
}

/** Decoder of one event. Returns null for an unrelated log with the same topic. */
export type PoolEventDefinition = {
  readonly signature: string
  readonly decode: (log: MinedLog) => PoolEvent | null
}

/** Defines an event that only shows that its contract swapped. */
export function definePool(protocol: string, signature: string): PoolEventDefinition {
  return { signature, decode: ({ address }) => ({ kind: 'swap', protocol, pool: address, holder: address }) }
}

/** Defines events that end the range of the preceding swap. */
export function defineOther(protocol: string, signatures: readonly string[]): readonly PoolEventDefinition[] {
  return signatures.map((signature) => ({
    signature,
    decode: ({ address }) => ({ kind: 'other', protocol, pool: address, holder: address }),
  }))
}
