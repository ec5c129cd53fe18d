import type { Unwatch } from '../../events/emitter.ts'
import { sleep } from '../../time/sleep.ts'
import type { EndpointHealth } from '../circuit/health.ts'
import type { Dispatcher } from '../dispatch/dispatcher.ts'
import { callRpc } from '../wire/rpcCall.ts'
import type { AskOne } from './askOne.ts'
import { getPendingSnapshot } from './pendingSnapshot.ts'

const pollMs = 500
// Without filters the block to come has to be read as a whole.
const snapshotMs = 2000

export type PendingPollOptions = {
  /** A hash, or a transaction where a provider has no filters. */
  readonly onPending: (raw: unknown, provider: string) => void
  /** A filter has been made; it does not contain what was pending before. */
  readonly onBegin: (health: EndpointHealth, isFirst: boolean) => void
  /** Called whenever a filter has been made or a snapshot read: what becomes pending from now on is shown. */
  readonly onListening: () => void
}

/**
 * Pending transactions over plain HTTP. A filter lives in the node that made it, so it is read at that endpoint; when it
 * fails, the next endpoint makes another.
 */
export function createPendingPoll(dispatcher: Dispatcher, askOne: AskOne) {
  return ({ onPending, onBegin, onListening }: PendingPollOptions): Unwatch => {
    const lifetime = new AbortController()
    const { signal } = lifetime
    let isFirst = true

    const ask = (health: EndpointHealth, method: string, params: readonly unknown[] = []) =>
      askOne(health, method, params, signal)

    async function follow(health: EndpointHealth): Promise<void> {
      const id = await ask(health, 'eth_newPendingTransactionFilter')
      onBegin(health, isFirst)
      isFirst = false
      onListening()
      try {
        while (!signal.aborted) {
          await sleep(pollMs, signal)
          const changes = await ask(health, 'eth_getFilterChanges', [id])
          if (signal.aborted || !Array.isArray(changes)) return
          for (const hash of changes) onPending(hash, health.endpoint.name)
        }
      } finally {
        // Best effort: nodes remove an idle filter after some minutes.
        if (signal.aborted) {
          const cleanUp = AbortSignal.any([dispatcher.signal, AbortSignal.timeout(1000)])
          const request = { method: 'eth_uninstallFilter', params: [id] }
          if (!cleanUp.aborted) callRpc(health.endpoint, request, cleanUp).catch(() => {})
        }
      }
    }

    async function run(): Promise<void> {
      while (!signal.aborted) {
        const candidates = await dispatcher.candidates().catch(() => [])
        for (const health of candidates) await follow(health).catch(() => {})
        if (signal.aborted) return
        const [first] = candidates
        if (first !== undefined) {
          const snapshot = await getPendingSnapshot((method, params) => ask(first, method, params))
          for (const raw of snapshot?.pending ?? []) onPending(raw, first.endpoint.name)
          if (snapshot !== null) onListening()
        }
        await sleep(snapshotMs, signal)
      }
    }
    void run()
    return () => lifetime.abort()
  }
}
