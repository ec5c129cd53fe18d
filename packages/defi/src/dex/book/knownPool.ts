import type { Address, Hex } from 'viem'
import type { SolidlySolver } from '../poolState.ts'

type Common = {
  /** The pool's address; its 32-byte id where it has none (Uniswap V4). Lower case, as all addresses here. */
  readonly id: Hex
  readonly dex: string
  /** The contract that emits its events. */
  readonly address: Address
  /** In the pool's order; the chain's wrapped native token for the native currency. */
  readonly tokens: readonly Address[]
  /** What the contract itself names instead of the wrapped native token; left out where it names that, or neither. */
  readonly nativeAs?: Address
}

/** What never changes of a pool: all that is needed to read its state. */
export type KnownPool =
  | (Common & { readonly kind: 'pair'; readonly fee: number })
  | (Common & { readonly kind: 'ticks'; readonly fee: number; readonly tickSpacing: number })
  | (Common & { readonly kind: 'v4'; readonly fee: number; readonly tickSpacing: number; readonly hooks: Address })
  | (Common & {
      readonly kind: 'solidly'
      readonly isStable: boolean
      readonly solver: SolidlySolver
      /** Sets the fee. */
      readonly factory: Address
    })
  | (Common & {
      readonly kind: 'stableswap'
      /** Its factory says that others set rates or balances, also where they happen to be even. */
      readonly hasMovingRates?: true
    })
  | (Common & { readonly kind: 'cryptoswap' })
  | (Common & {
      readonly kind: 'weighted' | 'balancerStable'
      readonly version: 2 | 3
      /** What the Vault of v2 calls it; read where it is left out. */
      readonly poolId?: Hex
    })
