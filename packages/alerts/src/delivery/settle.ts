import type { Change } from '@outrigger/core/internal'
import { DeliveryError } from '../alertErrors.ts'
import { computePauseMs } from './backOff.ts'
import { collections, type Delivery, toDeliveredKey, toDeliveryKey } from './delivery.ts'

/** `dropped`: nobody wants it any more. */
export type Settled = {
  readonly state: 'arrived' | 'waiting' | 'dead' | 'dropped'
  readonly delivery: Delivery
  /** The address of a receiver that wants nothing more. */
  readonly goneUrl: string | null
}

export type Outcome = 'arrived' | 'dropped' | DeliveryError

type SettleParameters = {
  readonly nowMs: number
  /** 0-1 */
  readonly chance: number
  readonly pausesMs: readonly number[] | undefined
}

/** What an attempt makes of a delivery. */
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

/** The same in the store, of a delivery that stands in the outbox under `outboxKey`. */
export function toChanges({ state, delivery }: Settled, outboxKey: string): readonly Change[] {
  const change = (current: unknown) => (state === 'waiting' && current !== undefined ? delivery : undefined)
  const waits = { collection: collections.outbox, key: outboxKey, change }
  if (state === 'arrived') return [waits, ...toPast(collections.delivered, toDeliveredKey(delivery), delivery)]
  if (state === 'dead') return [waits, ...toPast(collections.dead, toDeliveryKey(delivery), delivery)]
  return [waits]
}

/** Keeps a delivery for replay. Of an alert that was deleted none is kept: nobody could take it away any more. */
function toPast(collection: string, key: string, delivery: Delivery): readonly Change[] {
  let isDeleted = false
  function look(alert: unknown): unknown {
    isDeleted = alert === undefined
    return alert
  }
  return [
    { collection: collections.alerts, key: delivery.alertId, change: look },
    { collection, key, change: () => (isDeleted ? undefined : delivery) },
  ]
}
