import type { Hex } from 'viem'
import type { PoolBookBlock } from './poolBookTypes.ts'
import { emptyVersion, type PoolVersion } from './poolVersion.ts'

/** Versions of the latest blocks, so that a reorg is reverted without requests. */
export type VersionHistory = {
  /** The version of the latest block. Empty before the first block and after a reorg deeper than the history. */
  readonly version: PoolVersion
  readonly block: PoolBookBlock | null
  /** Adds the next block. */
  push(block: PoolBookBlock, version: PoolVersion): void
  /** Replaces the version of the latest block. */
  replace(version: PoolVersion): void
  /** Reverts a block. Does nothing if it is not the latest. */
  undo(hash: Hex): void
  /** Clears the history after missed blocks. */
  clear(): void
}

type Entry = { readonly block: PoolBookBlock; readonly version: PoolVersion }

export function createVersionHistory(depth: number): VersionHistory {
  let entries: readonly Entry[] = []
  return {
    get version() {
      return entries.at(-1)?.version ?? emptyVersion
    },
    get block() {
      return entries.at(-1)?.block ?? null
    },
    push(block, version) {
      entries = [...entries.slice(1 - depth), { block, version }]
    },
    replace(version) {
      const last = entries.at(-1)
      if (last) entries = [...entries.slice(0, -1), { ...last, version }]
    },
    undo(hash) {
      if (entries.at(-1)?.block.hash === hash) entries = entries.slice(0, -1)
    },
    clear() {
      entries = []
    },
  }
}
