import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Store } from '@outrigger/core'
import { partCount } from './account.ts'
import type { Balances } from './balances.ts'
import type { Blocks } from './blocks.ts'
import { toChanges } from './documents.ts'
import type { Journals } from './journals.ts'
import type { PendingSums } from './pendingSums.ts'

type Parts = {
  readonly store: Store
  readonly pending: PendingSums
  readonly balances: Balances
  /** Of several nodes. */
  readonly blocks: Blocks | null
  readonly journals: Journals | null
  /** A journal that is longer is followed by another. @default 16 MiB */
  readonly maxJournalBytes?: number | undefined
}

/** Brings what is pending into the store. One step at a time: each relies on what the one before has written. */
export type Folding = {
  foldParts(parts: readonly number[]): Promise<void>
  foldAll(): Promise<void>
  close(): Promise<void>
}

// What is written at once holds up the event loop for about a millisecond.
const sumsPerCommit = 64
const everyPart = Array.from({ length: partCount }, (_, part) => part)

export function createFolding(parts: Parts): Folding {
  const { store, pending, balances, blocks, journals, maxJournalBytes = 16 * 1024 * 1024 } = parts

  /** Brings what some parts have into the store, and how far the journal is with them. */
  async function foldParts(wanted: readonly number[], durable = false): Promise<void> {
    const isWritten = journals?.current.write() ?? true
    // What the disk does not take goes into the store without the journal, all of it: a journal has no gaps.
    const parts = isWritten ? wanted : everyPart
    const putBackText = isWritten ? undefined : journals?.current.discard()
    if (!isWritten) pending.forgetJournal()
    const sums = parts.flatMap(pending.take)
    const { onMonth, settle } = (blocks ?? balances).book()
    const changes = toChanges(sums, onMonth)
    if (journals) changes.push(...journals.toOffsets(parts))
    try {
      await store.commit(changes, { durable })
    } catch (error) {
      pending.putBack(sums)
      putBackText?.()
      throw error
    }
    settle(sums)
  }

  async function foldAll(): Promise<void> {
    try {
      await foldPending()
    } finally {
      beginJournal()
    }
    await blocks?.renew()
  }

  async function foldPending(): Promise<void> {
    // What comes meanwhile is left to the next time: keys that call all the time would be written call by call.
    for (const parts of pending.group(sumsPerCommit)) {
      await foldParts(parts)
      await nextTurn()
    }
    if (!journals?.hasEnded) return
    // All of the journals before is in the store by now, and on its disk before they go.
    await foldParts([], true)
    await journals.removeEnded()
  }

  /** Begins another journal where the present one is long; a store that is away for hours leaves several. */
  function beginJournal(): void {
    if (journals === null || journals.current.position < maxJournalBytes || !journals.current.write()) return
    journals.begin()
    pending.forgetJournal()
  }
  const isSettled = () => (journals?.current.isWritten ?? true) && pending.group(1).length === 0

  return {
    foldParts,
    foldAll,
    async close() {
      blocks?.end()
      try {
        await foldParts(everyPart, true)
        await blocks?.renew()
      } finally {
        await journals?.close(isSettled())
      }
    },
  }
}
