import type { Address, Hex } from 'viem'
import type { SolidlySolver } from '../poolState.ts'

type Common = {
  /** The pool's address; its 32-byte id where one contract holds many pools. Lower case, as all addresses here. */
  readonly id: Hex
  readonly dex: string
  /** The contract that emits its events. */
  readonly address: Address
  /** In the pool's order. */
  readonly tokens: readonly Address[]
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
