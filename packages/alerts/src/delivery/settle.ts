import type { Change } from '@outrigger/core/internal'
import { DeliveryError } from '../alertErrors.ts'
import { computePauseMs } from './backOff.ts'
import { collections, type Delivery, toDeliveredKey, toDeliveryKey } from './delivery.ts'

/** Result of an attempt. `dropped`: the delivery is obsolete. */
export type Settled = {
  readonly state: 'arrived' | 'waiting' | 'dead' | 'dropped'
  readonly delivery: Delivery
  /** URL of a receiver that answered 410. */
  readonly goneUrl: string | null
}

type Outcome = 'arrived' | 'dropped' | DeliveryError

type SettleParameters = {
  readonly nowMs: number
  /** 0-1 */
  readonly chance: number
  readonly pausesMs: readonly number[] | undefined
}

/** Computes the next state of a delivery after an attempt. */
export function settle(delivery: Delivery, outcome: Outcome, { nowMs, chance, pausesMs }: SettleParameters): Settled {
  if (outcome === 'dropped') return { state: 'dropped', delivery, goneUrl: null }
  const attempts = delivery.attempts + 1
  if (!(outcome instanceof DeliveryError))
    return { state: 'arrived', delivery: { ...delivery, attempts, lastError: null }, goneUrl: null }
  const { message: lastError, goneUrl, retryable, retryAfterMs } = outcome
  const pauseMs = goneUrl !== null || !retryable ? null : computePauseMs(attempts, retryAfterMs, chance, pausesMs)
  const dueAtMs = nowMs + (pauseMs ?? 0)
  const state = pauseMs === null ? 'dead' : 'waiting'
  return { state, delivery: { ...delivery, attempts, lastError, dueAtMs }, goneUrl }
}

/** Returns the changes of the store for a result. The delivery is in the outbox under `outboxKey`. */
export function toChanges({ state, delivery }: Settled, outboxKey: string): readonly Change[] {
  const change = (current: unknown) => (state === 'waiting' && current !== undefined ? delivery : undefined)
  const waits = { collection: collections.outbox, key: outboxKey, change }
  if (state === 'arrived') return [waits, ...toPast(collections.delivered, toDeliveredKey(delivery), delivery)]
  if (state === 'dead') return [waits, ...toPast(collections.dead, toDeliveryKey(delivery), delivery)]
  return [waits]
}

/** Stores a delivery for replay, unless its alert was deleted, because it could then no longer be removed. */
function toPast(collection: string, key: string, delivery: Delivery): readonly Change[] {
  let isDeleted = false
  function inspect(alert: unknown): unknown {
    isDeleted = alert === undefined
    return alert
  }
  return [
    { collection: collections.alerts, key: delivery.alertId, change: inspect },
    { collection, key, change: () => (isDeleted ? undefined : delivery) },
  ]
}
