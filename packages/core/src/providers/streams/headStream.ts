import type { Unwatch } from '../../events/emitter.ts'
import type { Head } from '../poolTypes.ts'
import { createFanOut } from './fanOut.ts'
import { HeadFollower, type HeadStreamOptions } from './headFollower.ts'

export type HeadStream = {
  watch(onHead: (head: Head) => void): Unwatch
  /** Watches once the stream has emitted the present head, so that only later heads come. */
  afterBegin(watch: () => Unwatch): Unwatch
  /** Whether a socket pushes every new head at the moment, and none is overdue. */
  isPushing(): boolean
  close(): void
}

/** One stream of heads for all listeners: pushed by every socket, polled while none delivers. */
export function createHeadStream(options: HeadStreamOptions): HeadStream {
  const listeners = createFanOut<Head>()
  const waiting = new Set<() => void>()
  let follower: HeadFollower | undefined

  const end = () => {
    follower?.stop()
    follower = undefined
  }
  function onBegin(): void {
    for (const begin of waiting) begin()
    waiting.clear()
  }
  function watch(onHead: (head: Head) => void): Unwatch {
    const leave = listeners.add(onHead)
    follower ??= new HeadFollower({ ...options, emit: listeners.emit, onBegin })
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
    close() {
      listeners.clear()
      waiting.clear()
      end()
    },
  }
}
