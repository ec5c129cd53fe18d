import type { Clock, Store } from '@outrigger/core'
import { retry } from '@outrigger/core/internal'
import { DeliveryError } from '../alertErrors.ts'
import { toWaitMs } from './backOff.ts'
import { collections, type Delivery } from './delivery.ts'
import { createLanes } from './lanes.ts'
import { type Settled, settle, toChanges } from './settle.ts'

type Parts = {
  readonly store: Store
  readonly clock: Clock
  /** Waits are measured on it: a jump of the wall clock neither delays nor hurries them. */
  readonly monotonic: Clock
  readonly maxInFlight: number
  readonly maxPerHost: number
  /** 0-1 */
  readonly chance: () => number
  readonly pausesMs: readonly number[] | undefined
  /** Whether it still is to be sent: asked at each attempt. */
  readonly isWanted: (delivery: Delivery) => boolean
  readonly toHost: (delivery: Delivery) => string
  /** @throws {DeliveryError} */
  readonly send: (delivery: Delivery) => Promise<void>
  readonly onSettled: (settled: Settled) => void
  /** The store does not take results; it is tried again. */
  readonly onStoreError: (error: unknown) => void
}

export type Worker = {
  /** Deliveries that the store's outbox holds. */
  add(deliveries: readonly Delivery[]): void
  /** Begins with what the outbox holds from before. */
  start(): Promise<void>
  /** Not settled yet. */
  readonly pending: number
  close(): Promise<void>
}

const lookMs = 250

/** Sends what is due from the outbox, and writes in groups what became of it. */
export function createWorker(parts: Parts): Worker {
  const { store, clock, monotonic, isWanted, toHost, send, chance, onSettled, onStoreError } = parts
  const lanes = createLanes({ total: parts.maxInFlight, perHost: parts.maxPerHost })
  const control = new AbortController()
  const running = new Set<Promise<void>>()
  const results: Settled[] = []
  let isWriting = false
  let writing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function add(deliveries: readonly Delivery[]): void {
    const [nowMs, monotonicMs] = [clock.now(), monotonic.now()]
    for (const one of deliveries) lanes.add(toHost(one), one, monotonicMs + toWaitMs(one.dueAtMs, nowMs))
    pump()
  }
  function pump(): void {
    if (control.signal.aborted) return
    for (const { host, delivery } of lanes.take(monotonic.now())) {
      const attempt = run(host, delivery).finally(() => running.delete(attempt))
      running.add(attempt)
    }
  }
  async function run(host: string, delivery: Delivery): Promise<void> {
    const outcome = isWanted(delivery)
      ? await send(delivery).then(() => 'arrived' as const, toDeliveryError)
      : ('dropped' as const)
    lanes.done(host)
    // What closing broke off stays in the outbox as it was.
    if (control.signal.aborted && outcome !== 'arrived') return
    results.push(settle(delivery, outcome, { nowMs: clock.now(), chance: chance(), pausesMs: parts.pausesMs }))
    if (!isWriting) writing = write()
    pump()
  }
  async function write(): Promise<void> {
    isWriting = true
    // What ends in the same turn is written together.
    await Promise.resolve()
    while (results.length > 0) {
      const batch = results.splice(0)
      const commit = () =>
        store.commit(batch.flatMap(toChanges)).catch((error) => {
          onStoreError(error)
          throw error
        })
      // Nothing is sent twice for a store that is full: it is written once there is room.
      const { signal } = control
      const written = signal.aborted ? commit() : retry(commit, { minDelayMs: 100, maxDelayMs: 5000, signal })
      const isWritten = await written.then(
        () => true,
        () => false,
      )
      if (!isWritten) break
      add(batch.flatMap(({ state, delivery }) => (state === 'waiting' ? [delivery] : [])))
      for (const settled of batch) onSettled(settled)
    }
    isWriting = false
  }
  return {
    add,
    async start() {
      add((await store.collection<Delivery>(collections.outbox).list()).map(({ value }) => value))
      timer = setInterval(pump, lookMs)
    },
    get pending() {
      return lanes.size
    },
    async close() {
      clearInterval(timer)
      control.abort()
      await Promise.all(running)
      await writing
    },
  }
}

function toDeliveryError(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error
  return new DeliveryError((error as Error).message)
}
