import type { GasWatchParameters, StopWatching } from '../outrigger/outrigger.ts'
import type { GasReading } from '../outrigger/readings.ts'

/** Polls the gas price, because the API has no stream for it. */
export function watchGas(get: () => Promise<GasReading>, pollMs: number, parameters: GasWatchParameters): StopWatching {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: string | undefined

  async function poll(): Promise<void> {
    try {
      const price = await get()
      const state = `${price.blockNumber} ${price.source} ${price.stale}`
      if (!isStopped && state !== last) parameters.onPrice(price)
      last = state
    } catch (error) {
      if (isStopped) return
      parameters.onError(error)
      isStopped = (error as { readonly retryable?: boolean }).retryable !== true
    } finally {
      if (!isStopped) timer = setTimeout(poll, pollMs)
    }
  }

  void poll()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
