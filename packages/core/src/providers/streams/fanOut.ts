import { callSafely } from '../../events/callSafely.ts'
import type { Unwatch } from '../../events/emitter.ts'

/** One stream for many listeners. */
export type FanOut<value> = {
  readonly size: number
  /**
   * Listens to what is emitted from now on.
   * @param shown mark of the last event, where the listener has got that already
   */
  add(listener: (value: value) => void, shown?: number): Unwatch
  /**
   * Gives the value to all listeners, or, for an event that takes an earlier one back, to those that got the earlier one.
   * Returns a mark that identifies this event.
   */
  emit(value: value, takesBack?: number): number
  clear(): void
}

/**
 * Listeners are independent: one that throws stops neither the stream nor the others, and its error becomes an uncaught
 * one. One that leaves gets nothing more, not even the present event.
 */
export function createFanOut<value>(): FanOut<value> {
  const listeners = new Map<object, { readonly listener: (value: value) => void; readonly joinedAt: number }>()
  let mark = 0
  return {
    get size() {
      return listeners.size
    },
    add(listener, shown = mark + 1) {
      const key = {}
      listeners.set(key, { listener, joinedAt: shown - 1 })
      return () => void listeners.delete(key)
    },
    emit(value, takesBack) {
      mark += 1
      const current = mark
      const shownAt = takesBack ?? current
      for (const { listener, joinedAt } of listeners.values()) {
        if (joinedAt < shownAt) callSafely(listener, value)
      }
      return current
    },
    clear: () => listeners.clear(),
  }
}
