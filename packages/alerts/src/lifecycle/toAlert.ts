import { randomBytes } from 'node:crypto'
import { getChain } from '@outrigger/core'
import { type Alert, type AlertType, accountOf, alertTypes, type WebhookFormat, webhookFormats } from '../alert.ts'
import { InvalidAlertError } from '../alertErrors.ts'
import { toFormat } from '../delivery/channels.ts'
import { alertMetrics } from '../rules/metrics.ts'
import { type Condition, initialState, step } from '../rules/step.ts'

/** Input of a new alert. Missing fields have defaults. */
export type AlertInput = {
  readonly name: string
  /** Owner of the alert, whose secret signs the webhooks. @default null, the operator */
  readonly account?: string | null
  readonly type: AlertType
  readonly threshold: number
  /** @default above */
  readonly condition?: Condition
  /** The watched figure. @default the first of `alertMetrics` for its type */
  readonly metric?: string
  /** Name or id of the chain of an alert on gas or prices. @default ethereum */
  readonly chainId?: string | null
  /** Token of an alert on prices. @default the native currency of the chain */
  readonly symbol?: string | null
  /** @default 1 */
  readonly rearmPercent?: number
  /** @default 0 */
  readonly cooldownSeconds?: number
  readonly email?: string | null
  readonly webhookUrl?: string | null
  /** @default by the host of the URL: Slack, Discord and Telegram have their own formats */
  readonly webhookFormat?: WebhookFormat
  /** @default true */
  readonly enabled?: boolean
}

/** Fields to change. Null removes an address. */
export type AlertPatch = Partial<Omit<AlertInput, 'type' | 'account'>>

/** @throws {InvalidAlertError} @throws {UnknownChainError} */
export function toAlert(input: AlertInput, nowMs: number): Alert {
  const { name, type, threshold, condition = 'above', rearmPercent = 1, cooldownSeconds = 0, enabled = true } = input
  const { account = null, email = null, webhookUrl = null, webhookFormat = toFormat(webhookUrl) } = input
  requireValid(alertTypes.includes(type), 'alert_type', `must be one of ${alertTypes.join(', ')}`)
  requireValid(
    typeof name === 'string' && /^[^\r\n]{1,200}$/.test(name),
    'name',
    'must be one line of 1 to 200 characters',
  )
  requireValid(Number.isFinite(threshold), 'threshold', 'must be a number')
  requireValid(condition === 'above' || condition === 'below', 'condition', 'must be above or below')
  requireValid(rearmPercent >= 0 && rearmPercent <= 1000, 'rearm_percent', 'must be from 0 to 1000')
  requireValid(cooldownSeconds >= 0 && cooldownSeconds <= 2_592_000, 'cooldown_seconds', 'must be from 0 to 2592000')
  requireValid(webhookFormats.includes(webhookFormat), 'webhook_format', `must be one of ${webhookFormats.join(', ')}`)
  requireValid(
    type !== 'monitoring' || (threshold >= 0 && threshold <= 1),
    'threshold',
    'of a health score must be from 0 to 1',
  )
  return {
    id: `alert_${randomBytes(9).toString('hex')}`,
    account,
    name,
    threshold,
    condition,
    rearmPercent,
    cooldownSeconds,
    enabled,
    email,
    webhookUrl,
    webhookFormat,
    ...toSubject(input),
    webhookOpen: true,
    createdAtMs: nowMs,
    state: { ...initialState, seen: { atMs: nowMs } },
    history: [],
    revision: 1,
  }
}

function toSubject({ type, metric = alertMetrics[type][0], chainId, symbol }: AlertInput) {
  const metrics: readonly string[] = alertMetrics[type]
  requireValid(metrics.includes(metric), 'metric', `of ${type} must be one of ${metrics.join(', ')}`)
  if (type !== 'gas' && type !== 'price') {
    requireValid(chainId == null, 'chain_id', `is for gas and price alerts. Remove it from alerts of type ${type}`)
    requireValid(symbol == null, 'symbol', `is for price alerts. Remove it from alerts of type ${type}`)
    return { type, metric, chain: null, symbol: null, chainId: null }
  }
  requireValid(type === 'price' || symbol == null, 'symbol', 'is for price alerts. Remove it from alerts of type gas')
  const chain = getChain(chainId ?? '1')
  const named = { type, metric, chain: chain.name, chainId: chainId ?? '1' }
  return { ...named, symbol: type === 'price' ? (symbol ?? chain.nativeCurrency.symbol) : null }
}

function requireValid(isValid: boolean, field: string, message: string): void {
  if (!isValid) throw new InvalidAlertError(field, message)
}

const ruleFields = ['threshold', 'condition', 'metric', 'chain', 'symbol', 'rearmPercent'] as const

/** Changes an alert. Resets its state if its rule changes or it is enabled again. */
export function editAlert(alert: Alert, patch: AlertPatch, nowMs: number): Alert {
  const { chain: _, webhookFormat, ...known } = alert
  const format = patch.webhookFormat ?? (patch.webhookUrl === undefined ? webhookFormat : toFormat(patch.webhookUrl))
  const made = toAlert({ ...known, ...patch, webhookFormat: format }, nowMs)
  const { id, createdAtMs, state, history, revision } = alert
  const account = accountOf(alert)
  const isOpened = patch.enabled === true && (!alert.enabled || state.status === 'resolved')
  const isReset = isOpened || (state.status !== 'resolved' && ruleFields.some((field) => made[field] !== alert[field]))
  return {
    ...made,
    id,
    account,
    createdAtMs,
    history,
    revision,
    webhookOpen: alert.webhookOpen || patch.webhookUrl !== undefined,
    state: isReset ? step(made, state, { type: 'reset', atMs: nowMs }).state : state,
  }
}
