import type { Alert, Subject } from '../alert.ts'
import type { Reading } from '../rules/step.ts'

export type Channel = 'webhook' | 'email'

/** One notification to one receiver. `id` is the same for every attempt and replay. */
export type Delivery = {
  /** Built from the alert and its trigger, so repeated evaluation of the same event gives the same id. */
  readonly id: string
  readonly alertId: string
  readonly channel: Channel
  /** Number of the alert's trigger; null for a test. */
  readonly trigger: number | null
  readonly notice: Notice
  readonly createdAtMs: number
  /** Number of attempts so far. */
  readonly attempts: number
  readonly dueAtMs: number
  readonly lastError: string | null
  /** True for a replay on command, which is sent even if its alert is acknowledged or resolved. */
  readonly isReplay?: boolean
}

/** A trigger of an alert, once for all receivers. Each delivery has its `id`. */
export type Trigger = Pick<Delivery, 'id' | 'alertId' | 'notice'> & { readonly trigger: number }

/** Content of a notification, as of the trigger. */
export type Notice = Pick<Alert, 'name' | 'condition' | 'threshold' | 'chainId'> & Subject & Reading

/** Names of the collections in the store. */
export const collections = {
  alerts: 'alerts',
  /** Pending deliveries. */
  outbox: 'alert_outbox',
  /** The last successful deliveries, for replay. */
  delivered: 'alert_delivered',
  /** Deliveries that were given up. */
  dead: 'alert_dead_letters',
  cursors: 'alert_cursors',
  /** Changes of all processes. */
  log: 'alert_log',
  secrets: 'alert_secrets',
} as const

/** Returns the key of a delivery in the outbox and the dead letters. */
export const toDeliveryKey = ({ id, channel }: Pick<Delivery, 'id' | 'channel'>): string => `${id}:${channel}`

/** Number of successful deliveries that are kept per alert and channel. */
const kept = 20

/** Returns the key of a successful delivery. Keys repeat, so that new deliveries overwrite old ones. */
export const toDeliveredKey = ({ alertId, channel, trigger }: Delivery): string =>
  `${alertId}:${channel}:${(trigger ?? 0) % kept}`

/** Builds the current trigger of an alert. */
export function toTrigger(alert: Alert, reading: Reading): Trigger {
  const { id: alertId, name, condition, threshold, chainId, type, metric, chain, symbol, state } = alert
  const notice = { name, condition, threshold, chainId, type, metric, chain, symbol, ...reading }
  return { id: `${alertId}_${state.triggers}`, alertId, trigger: state.triggers, notice }
}

/** Builds a delivery of a trigger, or of a test, whose `trigger` is null. */
export function toDelivery(
  source: Pick<Delivery, 'id' | 'alertId' | 'trigger' | 'notice'>,
  channel: Channel,
  nowMs: number,
): Delivery {
  return { ...source, channel, createdAtMs: nowMs, attempts: 0, dueAtMs: nowMs, lastError: null }
}

/** Whether a delivery still has a receiver, and its trigger is not acknowledged or resolved. */
export function isDeliverable(
  alert: Alert | undefined,
  { trigger, channel, isReplay }: Pick<Delivery, 'trigger' | 'channel' | 'isReplay'>,
): alert is Alert {
  if (alert === undefined) return false
  if (channel === 'email' ? alert.email === null : alert.webhookUrl === null || !alert.webhookOpen) return false
  return isReplay === true || trigger === null || (alert.enabled && trigger > alert.state.settled)
}
