import { type Address, parseAbi } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'

/** What is known of a pool before it is read, which saves rounds of questions. */
export type PoolFacts<pool> = {
  /** Its coins in its order, wrapped native currency included. */
  readonly tokens?: readonly Address[]
  /** Its state at another block, read whole: only what can change is read then, in one round; of a meta pool in two. */
  readonly proven?: pool | null
}

const abi = parseAbi(['function decimals() view returns (uint8)'])
/** The address Curve writes for native currency. */
const ether: Address = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Decimals of each coin; undefined for one that has no such function. */
export const readDecimals = (reader: BlockReader, tokens: readonly Address[]) =>
  Promise.all(
    tokens.map((token) => (token === ether ? 18 : reader.tryRead({ address: token, abi, functionName: 'decimals' }))),
  )
