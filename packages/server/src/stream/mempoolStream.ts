import type { MempoolTransaction } from '@outrigger/mempool'
import { Compile } from 'typebox/compile'
import { toMempoolFilter, toWireTransaction } from '../api/mempoolWire.ts'
import { InvalidParameterError } from '../contract/errors.ts'
import { MempoolStreamFilter } from '../contract/mempoolStream.ts'
import { toFaults } from '../http/validate.ts'
import type { Mempools } from '../mempools.ts'
import { createPayload, type Payload } from './payload.ts'
import type { Stream } from './stream.ts'

const validator = Compile(MempoolStreamFilter)
// A list of a thousand wrong values is told by its first ones.
const maxFaults = 5

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
      if (!validator.Check(filter))
        throw new InvalidParameterError(
          validator
            .Errors(filter)
            .flatMap((error) => toFaults('filter', error))
            .slice(0, maxFaults),
        )
      return {
        answer: { filter },
        stop: watcher.watch(toMempoolFilter(filter), (entry) => deliver(toPayload(entry))),
      }
    },
  }
}
