import type { MempoolTransaction } from '@outrigger/mempool'
import { Compile } from 'typebox/compile'
import { toMempoolFilter, toWireTransaction } from '../api/mempoolWire.ts'
import { MempoolStreamFilter } from '../contract/mempoolStream.ts'
import { requireFilter } from '../http/validate.ts'
import type { Mempools } from '../mempools.ts'
import { createPayload, type Payload } from './payload.ts'
import type { Stream } from './stream.ts'

const validator = Compile(MempoolStreamFilter)

/** Pending transactions through filters. */
export function createMempoolStream({ get }: Pick<Mempools, 'get'>): Stream {
  let latest: { readonly entry: MempoolTransaction; readonly payload: Payload } | undefined

  // A watcher tells all who wait for a transaction before it turns to the next.
  function toPayload(entry: MempoolTransaction): Payload {
    if (latest?.entry !== entry) latest = { entry, payload: createPayload('transaction', toWireTransaction(entry)) }
    return latest.payload
  }

  return {
    greet: (chain) => ({ pending_count: get(chain).status().pendingCount }),
    subscribe(chain, { filter = {} }, deliver) {
      const watcher = get(chain)
      requireFilter(validator, filter)
      return {
        answer: { filter },
        stop: watcher.watch(toMempoolFilter(filter), (entry) => deliver(toPayload(entry))),
      }
    },
  }
}
