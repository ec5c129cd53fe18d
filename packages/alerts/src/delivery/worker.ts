import type { Clock, Store } from '@outrigger/core'
import { DeliveryError } from '../alertErrors.ts'
import { toWaitMs } from './backOff.ts'
import { collections, type Delivery } from './delivery.ts'
import { createLanes } from './lanes.ts'
import type { OutboxPart } from './outbox.ts'
import { createResults } from './results.ts'
import { type Settled, settle } from './settle.ts'

type Parts = {
  readonly store: Store
  /** The part of the outbox that this process delivers. */
  readonly outbox: OutboxPart
  readonly clock: Clock
  /** Clock for waits, so that a jump of the wall clock does not change them. */
  readonly monotonic: Clock
  readonly maxInFlight: number
  readonly maxPerHost: number
  /** 0-1 */
  readonly chance: () => number
  readonly pausesMs: readonly number[] | undefined
  /** Whether a delivery is still to be sent. Called before each attempt. */
  readonly isDeliverable: (delivery: Delivery) => boolean
  readonly toHost: (delivery: Delivery) => string
  /** @throws {DeliveryError} */
  readonly send: (delivery: Delivery) => Promise<void>
  readonly onSettled: (settled: Settled) => void
  /** Called if the store rejects results. The write is retried. */
  readonly onStoreError: (error: unknown) => void
}

export type Worker = {
  /** Adds deliveries that are stored in the outbox. */
  add(deliveries: readonly Delivery[]): void
  /** Starts with the stored deliveries of the outbox. */
  start(): Promise<void>
  /** Adds all stored deliveries of this process's part of the outbox. */
  load(): Promise<void>
  /** Drops waiting deliveries and the results of running attempts, because another process has taken over. */
  clear(): void
  /** Number of unfinished deliveries. */
  readonly pending: number
  /** Number of running or due deliveries. */
  readonly due: number
  close(): Promise<void>
}

const pumpMs = 250

/** Creates a worker that sends due deliveries from the outbox and writes their results in batches. */
export function createWorker(parts: Parts): Worker {
  const { store, outbox, clock, monotonic, isDeliverable, toHost, send, chance, onSettled, onStoreError } = parts
  const lanes = createLanes({ total: parts.maxInFlight, perHost: parts.maxPerHost })
  const control = new AbortController()
  const running = new Set<Promise<void>>()
  let cleared = 0
  let timer: NodeJS.Timeout | undefined
  const results = createResults({
    store,
    outbox,
    onStoreError,
    signal: control.signal,
    onWritten(batch) {
      add(batch.flatMap(({ state, delivery }) => (state === 'waiting' ? [delivery] : [])))
      for (const settled of batch) onSettled(settled)
    },
  })

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
    const before = cleared
    // Dropped deliveries also end in a later turn, because many of them would otherwise overflow the stack.
    const outcome = await (isDeliverable(delivery)
      ? send(delivery).then(() => 'arrived' as const, toDeliveryError)
      : ('dropped' as const))
    lanes.done(host)
    // Attempts that were aborted by closing stay unchanged in the outbox.
    if ((control.signal.aborted && outcome !== 'arrived') || cleared !== before) return
    results.add(settle(delivery, outcome, { nowMs: clock.now(), chance: chance(), pausesMs: parts.pausesMs }))
    pump()
  }
  async function load(): Promise<void> {
    const found = await store.collection<Delivery>(collections.outbox).list({ prefix: outbox.prefix })
    add(found.map(({ value }) => value))
  }
  return {
    add,
    load,
    clear() {
      cleared += 1
      results.clear()
      lanes.clear()
    },
    async start() {
      await load()
      timer = setInterval(pump, pumpMs)
    },
    get pending() {
      return lanes.size
    },
    get due() {
      return lanes.countDue(monotonic.now())
    },
    async close() {
      clearInterval(timer)
      control.abort()
      await Promise.all(running)
      await results.end()
    },
  }
}

function toDeliveryError(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error
  return new DeliveryError((error as Error).message)
}
