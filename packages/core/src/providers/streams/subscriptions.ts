import { toHex } from 'viem'
import { OutriggerError } from '../../errors/outriggerError.ts'
import type { Unwatch } from '../../events/emitter.ts'
import { PoolClosedError } from '../errors.ts'
import type { LogFilter, ProviderPool, RpcRequest, SubscribeParameters, Subscription } from '../poolTypes.ts'
import { FailoverTransportError } from '../transportError.ts'
import { createHeadDelivery, type HeadDelivery } from './headDelivery.ts'

export type Subscriptions = {
  /** @throws {UnknownSubscriptionError} @throws {InvalidLogFilterError} @throws {PoolClosedError} */
  subscribe(parameters: SubscribeParameters): Subscription
  /** Answers a read of a block that a subscription is delivering. Undefined for any other request. */
  answer(request: RpcRequest, options: { readonly signal?: AbortSignal }): Promise<unknown> | undefined
}

export class UnknownSubscriptionError extends OutriggerError {
  readonly code = 'UNKNOWN_SUBSCRIPTION'

  constructor(kind: unknown) {
    super(`A pool has no subscription ${JSON.stringify(kind)}. Use newHeads, logs or newPendingTransactions.`)
  }
}

/**
 * A subscription skipped the blocks `from` to `to` (inclusive), because too many were missed or no provider gives their logs. The
 * subscription continues. Read the skipped blocks with `eth_getLogs` if you need them.
 */
export class StreamGapError extends OutriggerError {
  readonly code = 'STREAM_GAP'
  readonly from: bigint
  readonly to: bigint

  constructor(from: bigint, to: bigint) {
    super(
      `The subscription skipped blocks ${from} to ${to} and continues. Read these blocks with eth_getLogs if needed.`,
    )
    this.from = from
    this.to = to
  }
}

type Parts = {
  readonly pool: ProviderPool
  readonly heads: HeadDelivery
  readonly emit: (result: unknown) => unknown
  readonly onGap: (from: bigint, to: bigint) => void
}

/** Serves `eth_subscribe` from the streams of a pool. Subscribers get all later events in order. */
export function createSubscriptions(pool: ProviderPool): Subscriptions {
  const heads = createHeadDelivery(pool)
  let count = 0

  function subscribe({ params, onData, onError }: SubscribeParameters): Subscription {
    count += 1
    const subscription = toHex(count)
    let isActive = true
    const fail = (error: OutriggerError) => {
      if (isActive) onError?.(new FailoverTransportError(error))
    }
    const end: Unwatch[] = []
    const unsubscribe = async () => {
      const wasActive = isActive
      isActive = false
      for (const leave of end.splice(0)) leave()
      return wasActive
    }
    const emit = (result: unknown) => (isActive ? onData({ subscription, result }) : undefined)
    const onGap = (from: bigint, to: bigint) => fail(new StreamGapError(from, to))
    end.push(watch(params, { pool, heads, emit, onGap }))
    end.push(
      pool.on('close', () => {
        fail(new PoolClosedError(pool.chain.name))
        void unsubscribe()
      }),
    )
    end.push(
      pool.on('gap', ({ stream, from, to }) => {
        // Without its head, the logs of a block are missing too.
        if (params[0] === 'logs' || (params[0] === 'newHeads' && stream === 'heads')) onGap(from, to)
      }),
    )
    return { subscriptionId: subscription, unsubscribe }
  }
  return { subscribe, answer: (request, { signal }) => heads.answer(request, signal) }
}

function watch(params: SubscribeParameters['params'], { pool, heads, emit, onGap }: Parts): Unwatch {
  const [kind, option] = params
  const isNew = { emitOnBegin: false }
  if (kind === 'newHeads') {
    const queue = heads.open({ onHead: ({ header }) => emit(header), onLost: onGap })
    const unwatch = pool.watchHeads(queue.push, isNew)
    return () => {
      queue.end()
      unwatch()
    }
  }
  if (kind === 'logs') return pool.watchLogs((option ?? {}) as LogFilter, emit, isNew)
  if (kind !== 'newPendingTransactions') throw new UnknownSubscriptionError(kind)
  const full = option === true
  return pool.watchPendingTransactions(
    ({ hash, transaction }) => {
      if (!full) emit(hash)
      else if (transaction !== null) emit(transaction)
    },
    { full },
  )
}
