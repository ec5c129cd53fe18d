import { callSafely } from '../../events/callSafely.ts'
import type { Unwatch } from '../../events/emitter.ts'

/** One stream for several listeners. */
export type FanOut<value> = {
  readonly size: number
  /**
   * Adds a listener for later events.
   * @param shown mark of the last event, if the listener has already received it
   */
  add(listener: (value: value) => void, shown?: number): Unwatch
  /**
   * Sends the value to all listeners. An event that takes back an earlier one goes only to listeners that received the earlier
   * one. Returns a mark that identifies this event.
   */
  emit(value: value, takesBack?: number): number
  clear(): void
}

/**
 * Listeners are independent: if one throws, the others still get the event, and its error becomes an uncaught error. A listener
 * that leaves gets nothing more, not even the current event.
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
