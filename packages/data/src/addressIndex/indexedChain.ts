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
  /** Hash of the block at a number. */
  readHash(number: number): Promise<string | null>
  readBlock(number: number): Promise<IndexedBlock | null>
  watchHeads(onHead: () => void): Unwatch
  /** An address in its usual form. @throws {InvalidAddressError} */
  toAddress(text: string): string
  /** Returns the 20 bytes, evenly distributed, that the index stores an address under. */
  toKey(address: string): Hex
}
