import { type Address, parseAbi } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'

/** Known facts of a pool, which save rounds of reads. */
export type PoolFacts<pool> = {
  /** Its coins in its order, including the wrapped native token. */
  readonly tokens?: readonly Address[]
  /**
   * Its complete, verified state at another block. Only changing values are then read, in one round; for a meta pool in
   * two.
   */
  readonly proven?: pool | null
}

const abi = parseAbi(['function decimals() view returns (uint8)'])
/** Curve's address for the native currency. */
const ether: Address = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Reads the decimals of each coin; undefined if a coin has no such function. */
export const readDecimals = (reader: BlockReader, tokens: readonly Address[]) =>
  Promise.all(
    tokens.map((token) => (token === ether ? 18 : reader.tryRead({ address: token, abi, functionName: 'decimals' }))),
  )
