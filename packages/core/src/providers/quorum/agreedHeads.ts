import { OutriggerError } from '../../errors/outriggerError.ts'
import type { Unwatch } from '../../events/emitter.ts'
import { retry } from '../../time/retry.ts'
import { PoolClosedError } from '../errors.ts'
import type { Head, ProviderPool } from '../poolTypes.ts'
import { toHead } from '../streams/head.ts'
import { limit } from '../streams/limit.ts'

/** A head that too few endpoints have so far. */
export type PendingHead = {
  readonly head: Head
  readonly sinceMs: number
  readonly cancel: AbortController
  agreed: Head | null
}

const parallelBlocks = 16
const backOff = { minDelayMs: 50, maxDelayMs: 1000 }

class UnknownHeadError extends OutriggerError {
  readonly code = 'UNKNOWN_HEAD'
}

/**
 * Reports the heads of a pool in order, each as soon as `send` returns its header from enough endpoints. So a single
 * endpoint cannot invent a head, and a reported head can be read from all these endpoints. `pending` contains the
 * heads that too few endpoints have so far.
 */
export function watchAgreedHeads(
  { watchHeads, send }: Pick<ProviderPool, 'watchHeads' | 'send'>,
  pending: Set<PendingHead>,
  onHead: (head: Head) => void,
): Unwatch {
  const schedule = limit(parallelBlocks)
  let queue: PendingHead[] = []

  function drop(dropped: readonly PendingHead[]): void {
    queue = queue.filter((entry) => !dropped.includes(entry))
    for (const entry of dropped) {
      entry.cancel.abort()
      pending.delete(entry)
    }
  }

  function confirm({ head: { hash, provider }, cancel: { signal } }: PendingHead): Promise<Head> {
    const readHead = async () => {
      const request = { method: 'eth_getBlockByHash', params: [hash, false] }
      const { result } = await send(request, { signal, prefer: provider })
      const head = toHead(result, provider)
      if (head?.hash !== hash) throw new UnknownHeadError(`Too few endpoints have block ${hash}.`)
      return head
    }
    const shouldRetry = (error: unknown) => !(error instanceof PoolClosedError)
    return retry(readHead, { ...backOff, signal, shouldRetry })
  }

  function add(head: Head): void {
    const entry: PendingHead = { head, sinceMs: performance.now(), cancel: new AbortController(), agreed: null }
    queue.push(entry)
    pending.add(entry)
    schedule(() => confirm(entry), entry.cancel.signal).then(
      (agreed) => {
        entry.agreed = agreed
        for (let first = queue[0]; first !== undefined && first.agreed !== null; first = queue[0]) {
          drop([first])
          onHead(first.agreed)
        }
      },
      () => drop([entry]),
    )
  }

  const unwatch = watchHeads((head) => {
    const last = queue.at(-1)
    if (!head.removed) add(head)
    else if (last?.head.hash === head.hash) drop([last])
    else onHead(head)
  })
  return () => {
    unwatch()
    drop(queue)
  }
}
