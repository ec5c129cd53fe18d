import type { Head } from '@outrigger/core'
import { createBoundedMap } from '@outrigger/core/internal'
import type { Hex } from 'viem'

/** The provider pool reports reorgs up to this depth block by block. */
const rememberedBlocks = 256
/** Limit of heads with unread logs. Beyond it the queue starts over, and the follower searches and reads everything again. */
const maxUnread = 4_096

/** The effect of a head on a reader that follows logs block by block. */
export type HeadChange<reading> =
  | { readonly kind: 'repeated' }
  /** The block has left the chain. `reading` is the result of its logs, if they were read. */
  | { readonly kind: 'removed'; readonly reading: reading | undefined }
  /** `isGap`: earlier blocks were missed, with their changes. */
  | { readonly kind: 'added'; readonly isGap: boolean }

/** Heads with unread logs, and the readings of recent heads. */
export type HeadQueue<reading> = {
  /** The latest head. Null before the first, and after it was removed. */
  readonly tip: Head | null
  readonly hasBegun: boolean
  /** Oldest first. */
  readonly unread: readonly Head[]
  see(head: Head): HeadChange<reading>
  isUnread(head: Head): boolean
  /** Stores the reading of a head's logs. */
  finish(head: Head, reading: reading): void
  /** Whether its logs were read and it is still on the followed chain. */
  isPresent(head: Head): boolean
}

export function createHeadQueue<reading extends object>(): HeadQueue<reading> {
  let tip: Head | null = null
  /** Parent that the next head has if no block is missed. */
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
    // The pool missed blocks, a reorg went below the first head, or no provider has returned logs for too long.
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
      // The stream may start with the head that was fetched.
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
