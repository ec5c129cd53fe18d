import type { Change } from '@outrigger/core/internal'
import { DeliveryError } from '../alertErrors.ts'
import { computePauseMs } from './backOff.ts'
import { collections, type Delivery, toDeliveredKey, toDeliveryKey } from './delivery.ts'

/** `dropped`: nobody wants it any more. */
export type Settled = {
  readonly state: 'arrived' | 'waiting' | 'dead' | 'dropped'
  readonly delivery: Delivery
  /** The receiver wants nothing more. */
  readonly gone: boolean
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
  if (outcome === 'dropped') return { state: 'dropped', delivery, gone: false }
  const attempts = delivery.attempts + 1
  if (!(outcome instanceof DeliveryError))
    return { state: 'arrived', delivery: { ...delivery, attempts, lastError: null }, gone: false }
  const { message: lastError, gone, retryable, retryAfterMs } = outcome
  const pauseMs = gone || !retryable ? null : computePauseMs(attempts, retryAfterMs, chance, pausesMs)
  const dueAtMs = nowMs + (pauseMs ?? 0)
  return { state: pauseMs === null ? 'dead' : 'waiting', delivery: { ...delivery, attempts, lastError, dueAtMs }, gone }
}

/** The same in the store, of a delivery that stands in the outbox under `outboxKey`. */
export function toChanges({ state, delivery }: Settled, outboxKey: string): readonly Change[] {
  const key = toDeliveryKey(delivery)
  const change = (current: unknown) => (state === 'waiting' && current !== undefined ? delivery : undefined)
  const waits = { collection: collections.outbox, key: outboxKey, change }
  if (state === 'arrived')
    return [waits, { collection: collections.delivered, key: toDeliveredKey(delivery), change: () => delivery }]
  if (state === 'dead') return [waits, { collection: collections.dead, key, change: () => delivery }]
  return [waits]
}
