import type { Unwatch } from '@outrigger/core'
import type { Hex } from 'viem'
import type { IndexedBlock } from './entries.ts'

/** Reads a chain for the index. Throws when providers fail, and returns null for blocks that do not exist. */
export type IndexedChain = {
  /** Identifies the chain, independent of its name. */
  readonly id: number
  /** Number of blocks read at the same time. */
  readonly parallel: number
  readHead(): Promise<number>
  /** Returns the hash of the block at a number. */
  readHash(number: number): Promise<string | null>
  readBlock(number: number): Promise<IndexedBlock | null>
  watchHeads(onHead: () => void): Unwatch
  /** Returns an address in its usual form. @throws {InvalidAddressError} */
  toAddress(text: string): string
  /** Returns the key of an address in the index: 20 evenly distributed bytes. */
  toKey(address: string): Hex
}
