import type { Alert, Subject } from '../alert.ts'
import type { Reading } from '../rules/step.ts'

export type Channel = 'webhook' | 'email'

/** One notification to one receiver. `id` is the same at every attempt, and when it is sent anew. */
export type Delivery = {
  /** Of the alert and its trigger: what happened once has one id, however often it is evaluated. */
  readonly id: string
  readonly alertId: string
  readonly channel: Channel
  /** Which trigger of the alert; null for a test. */
  readonly trigger: number | null
  readonly notice: Notice
  readonly createdAtMs: number
  /** Attempts made. */
  readonly attempts: number
  readonly dueAtMs: number
  readonly lastError: string | null
  /** Sent anew by command, also when its alert is acknowledged or resolved. */
  readonly isReplay?: boolean
}

/** What triggered, once for all receivers. `id` is that of each delivery. */
export type Trigger = Pick<Delivery, 'id' | 'alertId' | 'notice'> & { readonly trigger: number }

/** What a notification reports, as it was when the alert triggered. */
export type Notice = Pick<Alert, 'name' | 'condition' | 'threshold' | 'chainId'> & Subject & Reading

/** Names of the collections in the store. */
export const collections = {
  alerts: 'alerts',
  /** To be delivered. */
  outbox: 'alert_outbox',
  /** The last ones that arrived, for replay. */
  delivered: 'alert_delivered',
  /** Given up. */
  dead: 'alert_dead_letters',
  cursors: 'alert_cursors',
  /** What several processes have changed. */
  log: 'alert_log',
  secrets: 'alert_secrets',
} as const

/** Key of a delivery in the outbox and among the dead letters. */
export const toDeliveryKey = ({ id, channel }: Pick<Delivery, 'id' | 'channel'>): string => `${id}:${channel}`

/** How many arrived ones of an alert and channel are kept. */
const kept = 20

/** A ring of places, so that what arrived needs no clearing away. */
export const toDeliveredKey = ({ alertId, channel, trigger }: Delivery): string =>
  `${alertId}:${channel}:${(trigger ?? 0) % kept}`

/** The present trigger of an alert. */
export function toTrigger(alert: Alert, reading: Reading): Trigger {
  const { id: alertId, name, condition, threshold, chainId, type, metric, chain, symbol, state } = alert
  const notice = { name, condition, threshold, chainId, type, metric, chain, symbol, ...reading }
  return { id: `${alertId}_${state.triggers}`, alertId, trigger: state.triggers, notice }
}

/** Of a trigger, or of a test: its `trigger` is null. */
export function toDelivery(
  what: Pick<Delivery, 'id' | 'alertId' | 'trigger' | 'notice'>,
  channel: Channel,
  nowMs: number,
): Delivery {
  return { ...what, channel, createdAtMs: nowMs, attempts: 0, dueAtMs: nowMs, lastError: null }
}

/** Whether a delivery still has somebody to go to who has not said that they know. */
export function isWanted(
  alert: Alert | undefined,
  { trigger, channel, isReplay }: Pick<Delivery, 'trigger' | 'channel' | 'isReplay'>,
): alert is Alert {
  if (alert === undefined) return false
  if (channel === 'email' ? alert.email === null : alert.webhookUrl === null || !alert.webhookOpen) return false
  return isReplay === true || trigger === null || (alert.enabled && trigger > alert.state.settled)
}
