import { type ProviderPool, sleep, type Unwatch } from '@outrigger/core'

const pollIntervalMs = 5000

/** Emits the state of `eth_syncing` like geth's subscription: immediately, then on every change. */
export function watchSyncing(pool: ProviderPool, emit: (result: string) => void): Unwatch {
  const control = new AbortController()
  void poll()
  return () => control.abort()

  async function poll(): Promise<void> {
    let last: boolean | undefined
    while (!control.signal.aborted) {
      // A failed request says nothing about syncing.
      const status = await pool.send({ method: 'eth_syncing' }, { signal: control.signal }).catch(() => undefined)
      const syncing = status === undefined ? last : status.result !== false
      if (!control.signal.aborted && status !== undefined && syncing !== last)
        emit(syncing ? JSON.stringify({ syncing: true, status: status.result }) : 'false')
      last = syncing
      await sleep(pollIntervalMs, control.signal)
    }
  }
}
