import type { BlockHeader, Coin, Decoded } from '../decoded.ts'

/** One kind of interface to a chain of the Cosmos family. Null means that the chain has no such thing. */
export type CosmosSource = {
  transaction(hash: string): Promise<Decoded | null>
  /** By height or hash, or the latest. */
  block(block: bigint | string): Promise<BlockHeader | null>
  /** Those from `offset` on, up to `end`. */
  transactions(block: BlockHeader, offset: number, end: number): Promise<readonly Decoded[]>
  balances(address: string): Promise<readonly Coin[]>
  /** Newest first, up to `limit`, at or below a height; `total` is how many match. */
  search(query: string, limit: number): Promise<readonly Decoded[]>
  /** The oldest block it has; null where it does not report. */
  earliest(): Promise<bigint | null>
  /** Validators whose stake is bonded. */
  validators(): Promise<number | null>
  pending(): Promise<number | null>
  peers(): Promise<number | null>
}
