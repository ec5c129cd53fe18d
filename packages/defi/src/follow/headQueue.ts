import type { Head } from '@outrigger/core'
import { createBoundedMap } from '@outrigger/core/internal'
import type { Hex } from 'viem'

/** A reorganisation this deep is followed block by block; the provider pool reports no deeper ones that way. */
const rememberedBlocks = 256
/** Heads whose logs are waited for. Beyond it the accounts are searched for and read anew. */
const maxUnread = 4_096

/** What a head means for those who read logs block by block. */
export type HeadChange<reading> =
  | { readonly kind: 'repeated' }
  /** The block has left the chain; `reading` is what its logs said, where they were read. */
  | { readonly kind: 'removed'; readonly reading: reading | undefined }
  /** `isGap`: blocks before it were passed over, so that changes were missed. */
  | { readonly kind: 'added'; readonly isGap: boolean }

/** Heads whose logs are still to be read, and what the logs of recent ones said. */
export type HeadQueue<reading> = {
  /** The latest head; null before the first, and after it was removed. */
  readonly tip: Head | null
  readonly hasBegun: boolean
  /** Oldest first. */
  readonly unread: readonly Head[]
  see(head: Head): HeadChange<reading>
  isUnread(head: Head): boolean
  /** The logs of a head were read. */
  finish(head: Head, reading: reading): void
  /** Whether its logs were read, and it has been neither removed nor passed over since. */
  isPresent(head: Head): boolean
}

export function createHeadQueue<reading extends object>(): HeadQueue<reading> {
  let tip: Head | null = null
  /** The parent of the next head, if no block is missed. */
  let parent: Hex | null = null
  let unread: readonly Head[] = []
  const readings = createBoundedMap<Hex, reading>(rememberedBlocks)

  function remove({ hash, parentHash }: Head): HeadChange<reading> {
    const reading = readings.peek(hash)
    unread = unread.filter((one) => one.hash !== hash)
    readings.delete(hash)
    tip = null
    parent = parentHash
    return { kind: 'removed', reading }
  }

  function add(head: Head): HeadChange<reading> {
    // The pool has passed over blocks, or a reorganisation went below the first head; or nobody gives logs for too long.
    const isGap = (parent !== null && parent !== head.parentHash) || unread.length >= maxUnread
    if (isGap) readings.clear()
    unread = [...(isGap ? [] : unread), head]
    tip = head
    parent = head.hash
    return { kind: 'added', isGap }
  }

  return {
    get tip() {
      return tip
    },
    get hasBegun() {
      return parent !== null
    },
    get unread() {
      return unread
    },
    see(head) {
      if (head.removed) return remove(head)
      // The stream's first may be the one that was asked for.
      return head.hash === tip?.hash ? { kind: 'repeated' } : add(head)
    },
    isUnread: (head) => unread.includes(head),
    finish(head, reading) {
      if (unread.includes(head)) readings.set(head.hash, reading)
      unread = unread.filter((one) => one !== head)
    },
    isPresent: ({ hash }) => readings.has(hash),
  }
}
