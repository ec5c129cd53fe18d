/**
 * Calls a listener that may throw. An error does not stop the caller or other listeners. It is thrown from a microtask, like any
 * uncaught error.
 */
export function callSafely<value>(listener: (value: value) => void, value: value): void {
  try {
    listener(value)
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
