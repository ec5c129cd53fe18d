/** Time after which a change is in the store and visible to other processes. */
const flushIntervalMs = 200

/**
 * Calls `flush` every 200 ms, unless the previous call is still running.
 *
 * @param onFault called at the first failure, and again only after a success
 * @returns a function that stops the calls and waits for the last one
 */
export function startFlushing(flush: () => Promise<void>, onFault: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> | undefined
  let isFailing = false
  async function run(): Promise<void> {
    try {
      await flush()
      isFailing = false
    } catch (error) {
      if (!isFailing) onFault(error)
      isFailing = true
    }
    running = undefined
  }
  const timer = setInterval(() => {
    running ??= run()
  }, flushIntervalMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
