import type { DexFactories } from '@outrigger/calldata'
import type { Address } from 'viem'

/** The immutable facts of a pool. */
export type Pool = {
  readonly dex: string
  readonly form: DexFactories['form']
  readonly address: Address
  /** In the pool's order. */
  readonly tokens: readonly [Address, Address]
  /** Millionths of the input. */
  readonly fee: number
}

export type Tokens = readonly [Address, Address]

export const toLower = (address: Address) => address.toLowerCase() as Address

/** Returns two tokens in the order that pools and factories use. */
export const sortTokens = (a: Address, b: Address): Tokens => (a < b ? [a, b] : [b, a])
