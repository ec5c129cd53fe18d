import type { BlockHeader, Coin, Decoded } from '../decoded.ts'

/** One kind of interface to a chain of the Cosmos family. Null means that the chain does not have the requested item. */
export type CosmosSource = {
  transaction(hash: string): Promise<Decoded | null>
  /** Finds a block by height or hash, or the latest block. */
  block(block: bigint | string): Promise<BlockHeader | null>
  /** Returns the transactions from `offset` up to `end`. */
  transactions(block: BlockHeader, offset: number, end: number): Promise<readonly Decoded[]>
  balances(address: string): Promise<readonly Coin[]>
  /** Returns the found transactions, newest first, up to `limit`. */
  search(query: string, limit: number): Promise<readonly Decoded[]>
  /** Returns the oldest block of the node. Null if it is not reported. */
  earliest(): Promise<bigint | null>
  /** Returns the number of validators whose stake is bonded. Null if it is not reported. */
  validators(): Promise<number | null>
  pending(): Promise<number | null>
  peers(): Promise<number | null>
}
