import type { Alert, AlertInput, AlertPatch, Deliveries, Delivery, SigningSecret } from '@outrigger/alerts'
import type { Arguments, Response } from '@outrigger/api/contract'
import type { ApiKey } from '../access/keyring.ts'
import { isOwner, toAccount } from '../access/owner.ts'
import { classifyAccess } from '../access/scopes.ts'

type Body = Arguments<'alertsCreate'>

const names = {
  alert_type: 'type',
  chain_id: 'chainId',
  rearm_percent: 'rearmPercent',
  cooldown_seconds: 'cooldownSeconds',
  webhook_url: 'webhookUrl',
  webhook_format: 'webhookFormat',
} as const

/** Renames the defined fields to those of the library. */
function rename(fields: object): object {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [names[name as keyof typeof names] ?? name, value]))
}

export const toInput = (body: Body): AlertInput => rename(body) as AlertInput
export const toPatch = (body: Omit<Arguments<'alertsUpdate'>, 'alert_id'>): AlertPatch => rename(body) as AlertPatch

const mayWrite = (key: ApiKey | null): boolean =>
  key === null || classifyAccess(key.scopes, ['write:alerts']) === 'granted'

const toTime = (ms: number): string => new Date(ms).toISOString()

/**
 * Formats an alert for a key. The addresses of its receivers may contain secrets, so only the alert's owner sees them in full.
 */
export function toWireAlert(alert: Alert, key: ApiKey | null): Response<'alertsCreate'> {
  const isWhole = isOwner(key, alert) && mayWrite(key)
  const { chainId, symbol, email, webhookUrl, webhookFormat, webhookOpen, state } = alert
  return {
    id: alert.id,
    name: alert.name,
    alert_type: alert.type,
    threshold: alert.threshold,
    condition: alert.condition,
    metric: alert.metric,
    enabled: alert.enabled,
    ...(toAccount(key) === null && alert.account != null && { account: alert.account }),
    ...(chainId !== null && { chain_id: chainId }),
    ...(symbol !== null && { symbol }),
    rearm_percent: alert.rearmPercent,
    cooldown_seconds: alert.cooldownSeconds,
    ...(email !== null && isWhole && { email }),
    ...(webhookUrl !== null && {
      webhook_url: isWhole ? webhookUrl : new URL(webhookUrl).origin,
      webhook_format: webhookFormat,
      webhook_open: webhookOpen,
    }),
    state: state.status,
    created_at: toTime(alert.createdAtMs),
    last_triggered: state.lastTriggeredAtMs === null ? null : toTime(state.lastTriggeredAtMs),
    trigger_count: state.triggers,
  }
}

export function toWireDetail(alert: Alert, { pending, dead }: Deliveries, key: ApiKey | null): Response<'alertsGet'> {
  return {
    ...toWireAlert(alert, key),
    history: alert.history.map(({ atMs, ...entry }) => ({ ...entry, at: toTime(atMs) })),
    deliveries: [
      ...pending.map((delivery) => toWireDelivery(delivery, 'pending')),
      ...dead.map((delivery) => toWireDelivery(delivery, 'dead')),
    ],
  }
}

function toWireDelivery(
  { id, channel, attempts, dueAtMs, lastError, createdAtMs }: Delivery,
  state: 'pending' | 'dead',
) {
  return {
    webhook_id: id,
    channel,
    state,
    attempts,
    last_error: lastError,
    next_attempt_at: state === 'dead' ? null : toTime(dueAtMs),
    created_at: toTime(createdAtMs),
  }
}

export const toWireSecret = ({ secret, createdAtMs, previous }: SigningSecret): Response<'alertsSecret'> => ({
  secret,
  created_at: toTime(createdAtMs),
  previous_until: previous.map(({ untilMs }) => toTime(untilMs)),
})
