/**
 * Calls a listener that may throw. It stops neither the caller nor other listeners: its error is thrown from a microtask,
 * where it is as loud as any uncaught one.
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
