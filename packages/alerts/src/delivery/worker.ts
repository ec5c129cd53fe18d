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
  /** What this process delivers. */
  readonly outbox: OutboxPart
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
  /** Adds what the outbox holds of this process. */
  load(): Promise<void>
  /** Another process delivers all of it by now: what is waiting is forgotten, and what becomes of attempts not written. */
  clear(): void
  /** Not settled yet. */
  readonly pending: number
  /** Of these, what is under way or due. */
  readonly due: number
  close(): Promise<void>
}

const lookMs = 250

/** Sends what is due from the outbox, and writes in groups what became of it. */
export function createWorker(parts: Parts): Worker {
  const { store, outbox, clock, monotonic, isWanted, toHost, send, chance, onSettled, onStoreError } = parts
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
    // Also what is dropped ends in a turn of its own: any number of them would otherwise stand on one stack.
    const outcome = await (isWanted(delivery)
      ? send(delivery).then(() => 'arrived' as const, toDeliveryError)
      : ('dropped' as const))
    lanes.done(host)
    // What closing broke off stays in the outbox as it was.
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
      timer = setInterval(pump, lookMs)
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
