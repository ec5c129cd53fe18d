import type { Address, Hex } from 'viem'
import type { SolidlySolver } from '../poolState.ts'

type Common = {
  /** The pool's address. For Uniswap V4, the pool's 32-byte id. All addresses here are lower case. */
  readonly id: Hex
  readonly dex: string
  /** The contract that emits the pool's events. */
  readonly address: Address
  /** In the pool's order. The chain's wrapped native token replaces the native currency. */
  readonly tokens: readonly Address[]
  /**
   * The contract's own address for the native currency. Absent unless `tokens` lists the wrapped token instead of it.
   */
  readonly nativeAs?: Address
}

/** The immutable facts of a pool. They are sufficient to read its state. */
export type KnownPool =
  | (Common & { readonly kind: 'pair'; readonly fee: number })
  | (Common & { readonly kind: 'ticks'; readonly fee: number; readonly tickSpacing: number })
  | (Common & { readonly kind: 'v4'; readonly fee: number; readonly tickSpacing: number; readonly hooks: Address })
  | (Common & {
      readonly kind: 'solidly'
      readonly isStable: boolean
      readonly solver: SolidlySolver
      /** Sets the pool's fee. */
      readonly factory: Address
    })
  | (Common & {
      readonly kind: 'stableswap'
      /** Its factory reports that other contracts set rates or balances, even if the rates are 1 at the moment. */
      readonly hasMovingRates?: true
    })
  | (Common & { readonly kind: 'cryptoswap' })
  | (Common & {
      readonly kind: 'weighted' | 'balancerStable'
      readonly version: 2 | 3
      /** The pool's id in the Vault of v2. Read from the pool if absent. */
      readonly poolId?: Hex
    })
