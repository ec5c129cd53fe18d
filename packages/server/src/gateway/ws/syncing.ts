import { type ProviderPool, sleep, type Unwatch } from '@outrigger/core'

const pollIntervalMs = 5000

/** The state of `eth_syncing` as geth's subscription reports it: at once, then whenever it changes. */
export function watchSyncing(pool: ProviderPool, emit: (result: string) => void): Unwatch {
  const control = new AbortController()
  void poll()
  return () => control.abort()

  async function poll(): Promise<void> {
    let last: boolean | undefined
    while (!control.signal.aborted) {
      // No answer says nothing about syncing.
      const status = await pool.send({ method: 'eth_syncing' }, { signal: control.signal }).catch(() => undefined)
      const syncing = status === undefined ? last : status.result !== false
      if (!control.signal.aborted && status !== undefined && syncing !== last)
        emit(syncing ? JSON.stringify({ syncing: true, status: status.result }) : 'false')
      last = syncing
      await sleep(pollIntervalMs, control.signal)
    }
  }
}
