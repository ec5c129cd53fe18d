import type { Unwatch } from '@outrigger/core'
import type { Hex } from 'viem'
import type { IndexedBlock } from './entries.ts'

/** How the index reads a chain. Failures of providers are thrown; null is for what is not there. */
export type IndexedChain = {
  /** Tells one chain from another, whatever it is named. */
  readonly id: number
  /** Blocks that are read at once. */
  readonly parallel: number
  readHead(): Promise<number>
  /** Hash of the block at a number. */
  readHash(number: number): Promise<string | null>
  readBlock(number: number): Promise<IndexedBlock | null>
  watchHeads(onHead: () => void): Unwatch
  /** An address in its usual form. @throws {InvalidAddressError} */
  toAddress(text: string): string
  /** What an address in its usual form is held under: as many bytes for each, evenly spread. */
  toKey(address: string): Hex
}
