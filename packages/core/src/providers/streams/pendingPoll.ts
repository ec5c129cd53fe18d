import type { Unwatch } from '../../events/emitter.ts'
import { sleep } from '../../time/sleep.ts'
import type { EndpointHealth } from '../circuit/health.ts'
import type { Dispatcher } from '../dispatch/dispatcher.ts'
import { callRpc } from '../wire/rpcCall.ts'
import type { CallOne } from './callOne.ts'
import { getPendingSnapshot } from './pendingSnapshot.ts'

const pollMs = 500
// Without filters the whole pending block has to be read.
const snapshotMs = 2000

export type PendingPollOptions = {
  /** Called with a hash, or with a transaction if the provider has no filters. */
  readonly onPending: (raw: unknown, provider: string) => void
  /** Called when a filter was created. The filter does not contain earlier transactions. */
  readonly onBegin: (health: EndpointHealth, isFirst: boolean) => void
  /** Called when a filter was created or a snapshot was read. Later transactions are reported. */
  readonly onListening: () => void
}

/**
 * Polls for pending transactions over plain HTTP. A filter exists only in the node that created it, so it is read
 * from that endpoint. If the read fails, the next endpoint creates another filter.
 */
export function createPendingPoll(dispatcher: Dispatcher, callOne: CallOne) {
  return ({ onPending, onBegin, onListening }: PendingPollOptions): Unwatch => {
    const lifetime = new AbortController()
    const { signal } = lifetime
    let isFirst = true

    const query = (health: EndpointHealth, method: string, params: readonly unknown[] = []) =>
      callOne(health, method, params, signal)

    async function followFilter(health: EndpointHealth): Promise<void> {
      const id = await query(health, 'eth_newPendingTransactionFilter')
      onBegin(health, isFirst)
      isFirst = false
      onListening()
      try {
        await readFilter(
          () => query(health, 'eth_getFilterChanges', [id]),
          signal,
          (hash) => onPending(hash, health.endpoint.name),
        )
      } finally {
        if (signal.aborted) removeFilter(dispatcher, health, id)
      }
    }

    async function showSnapshot(health: EndpointHealth): Promise<void> {
      const snapshot = await getPendingSnapshot((method, params) => query(health, method, params))
      if (snapshot === null) return
      for (const raw of snapshot.pending) onPending(raw, health.endpoint.name)
      onListening()
    }

    async function run(): Promise<void> {
      while (!signal.aborted) {
        const candidates = await dispatcher.candidates().catch(() => [])
        for (const health of candidates) await followFilter(health).catch(() => {})
        if (signal.aborted) return
        const [first] = candidates
        if (first !== undefined) await showSnapshot(first)
        await sleep(snapshotMs, signal)
      }
    }
    void run()
    return () => lifetime.abort()
  }
}

/** Reads a filter until the signal aborts or the endpoint answers without a list. */
async function readFilter(read: () => Promise<unknown>, signal: AbortSignal, onHash: (hash: unknown) => void) {
  for (;;) {
    await sleep(pollMs, signal)
    if (signal.aborted) return
    const changes = await read()
    if (signal.aborted || !Array.isArray(changes)) return
    for (const hash of changes) onHash(hash)
  }
}

/** Removes a filter. Errors are ignored, because nodes remove an idle filter after some minutes. */
function removeFilter(dispatcher: Dispatcher, { endpoint }: EndpointHealth, id: unknown): void {
  const cleanUp = AbortSignal.any([dispatcher.signal, AbortSignal.timeout(1000)])
  const request = { method: 'eth_uninstallFilter', params: [id] }
  if (!cleanUp.aborted) callRpc(endpoint, request, cleanUp).catch(() => {})
}
