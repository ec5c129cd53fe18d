import type { DexFactories } from '@outrigger/calldata'
import type { Address } from 'viem'

/** What never changes of a pool. */
export type Pool = {
  readonly dex: string
  readonly form: DexFactories['form']
  readonly address: Address
  /** In the pool's order. */
  readonly tokens: readonly [Address, Address]
  /** In millionths of what is sold. */
  readonly fee: number
}

export type Tokens = readonly [Address, Address]

export const toLower = (address: Address) => address.toLowerCase() as Address

/** In the order that pools and factories have them. */
export const sortTokens = (a: Address, b: Address): Tokens => (a < b ? [a, b] : [b, a])
