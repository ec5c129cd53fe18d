import type { Unwatch } from '../../events/emitter.ts'
import type { Head } from '../poolTypes.ts'
import { createFanOut } from './fanOut.ts'
import { HeadFollower, type HeadStreamOptions } from './headFollower.ts'

export type HeadStream = {
  /** @param emitLast whether a listener that joins a running stream gets the last head at once */
  watch(onHead: (head: Head) => void, options?: { readonly emitLast?: boolean }): Unwatch
  /** Starts to watch after the stream has emitted the current head, so that only later heads are reported. */
  afterBegin(watch: () => Unwatch): Unwatch
  /** Returns whether a socket pushes every new head and none is overdue. */
  isPushing(): boolean
  /** Returns the newest head. Undefined while nothing is watched. */
  tip(): Head | undefined
  close(): void
}

/**
 * Creates one stream of heads for all listeners. Every socket pushes heads to it. While no socket is reliable, it
 * polls.
 */
export function createHeadStream(options: HeadStreamOptions): HeadStream {
  const listeners = createFanOut<Head>()
  const waiting = new Set<() => void>()
  let follower: HeadFollower | undefined
  let last: { readonly head: Head; readonly mark: number } | undefined

  const end = () => {
    follower?.stop()
    follower = undefined
    last = undefined
  }
  const emit: typeof listeners.emit = (head, takesBack) => {
    const mark = listeners.emit(head, takesBack)
    // A removed block is followed by the block in its place.
    last = head.removed ? undefined : { head, mark }
    return mark
  }
  function onBegin(): void {
    for (const begin of waiting) begin()
    waiting.clear()
  }
  const watch: HeadStream['watch'] = (onHead, { emitLast = false } = {}) => {
    const shown = emitLast ? last : undefined
    if (shown !== undefined) onHead(shown.head)
    const leave = listeners.add(onHead, shown?.mark)
    follower ??= new HeadFollower({ ...options, emit, onBegin })
    return () => {
      leave()
      if (listeners.size === 0) end()
    }
  }
  return {
    watch,
    afterBegin(watchNew) {
      if (follower?.hasBegun()) return watchNew()
      // Keeps the stream running until then.
      let leave = watch(() => {})
      const begin = () => {
        const release = leave
        leave = watchNew()
        release()
      }
      waiting.add(begin)
      return () => {
        waiting.delete(begin)
        leave()
      }
    },
    isPushing: () => follower?.isPushing() ?? false,
    tip: () => last?.head,
    close() {
      listeners.clear()
      waiting.clear()
      end()
    },
  }
}
