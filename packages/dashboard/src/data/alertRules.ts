import type { Arguments, Response } from '@outrigger/api/contract'

export type Alert = Response<'alertsCreate'>
export type AlertType = Alert['alert_type']
type ToChainName = (idOrName: string) => string

/** Values in the form of an alert. Numbers are the text that was typed; '' is an empty field. */
export type AlertDraft = {
  readonly name: string
  readonly type: AlertType
  readonly metric: string
  readonly condition: 'above' | 'below'
  readonly threshold: string
  readonly chain: string
  readonly symbol: string
  readonly webhook: string
  readonly email: string
  readonly rearmPercent: string
  readonly cooldownSeconds: string
  readonly enabled: boolean
}

export const emptyDraft: AlertDraft = {
  name: '',
  type: 'gas',
  metric: 'standard',
  condition: 'above',
  threshold: '',
  chain: 'ethereum',
  symbol: '',
  webhook: '',
  email: '',
  rearmPercent: '1',
  cooldownSeconds: '0',
  enabled: true,
}

/** Returns the form values of an existing alert. `toChainName` turns the id of a chain into its name. */
export function toDraft(alert: Alert, toChainName: ToChainName): AlertDraft {
  return {
    name: alert.name,
    type: alert.alert_type,
    metric: alert.metric,
    condition: alert.condition,
    threshold: String(alert.threshold),
    chain: alert.chain_id === undefined ? '' : toChainName(alert.chain_id),
    symbol: alert.symbol ?? '',
    webhook: alert.webhook_url ?? '',
    email: alert.email ?? '',
    rearmPercent: String(alert.rearm_percent),
    cooldownSeconds: String(alert.cooldown_seconds),
    enabled: alert.enabled,
  }
}

/** Whether alerts of a type apply to one chain. */
export const isOfChain = (type: AlertType): boolean => type === 'gas' || type === 'price'

/** Returns the id or name of the chain that an alert watches. Undefined for alerts of other things. */
export const toChain = ({ alert_type, chain_id = 'ethereum' }: Pick<Alert, 'alert_type' | 'chain_id'>) =>
  isOfChain(alert_type) ? chain_id : undefined

function toRule({ name, type, metric, condition, threshold, chain, symbol, ...rest }: AlertDraft) {
  return {
    name,
    metric,
    condition,
    threshold: Number(threshold),
    enabled: rest.enabled,
    rearm_percent: Number(rest.rearmPercent),
    cooldown_seconds: Number(rest.cooldownSeconds),
    ...(isOfChain(type) && chain !== '' && { chain_id: chain }),
    ...(type === 'price' && symbol !== '' && { symbol }),
  }
}

/** Returns the request that creates an alert from its form. */
export function toNewAlert(draft: AlertDraft): Arguments<'alertsCreate'> {
  const { type, webhook, email } = draft
  return {
    ...toRule(draft),
    alert_type: type,
    ...(webhook !== '' && { webhook_url: webhook }),
    ...(email !== '' && { email }),
  }
}

/** Returns the request that updates an alert from its form. A receiver whose field is empty is removed. */
export function toChange(draft: AlertDraft, alert: Alert): Arguments<'alertsUpdate'> {
  const { webhook, email } = draft
  return {
    ...toRule(draft),
    alert_id: alert.id,
    ...(webhook !== (alert.webhook_url ?? '') && { webhook_url: webhook || null }),
    ...(email !== (alert.email ?? '') && { email: email || null }),
  }
}

const suffixes = [
  ['_percent', '%'],
  ['_ms', 'ms'],
  ['_mb', 'MB'],
] as const

/** Returns the unit of the figures that an alert watches. '' for counts and scores. */
export function toUnit({ type, metric }: Pick<AlertDraft, 'type' | 'metric'>): string {
  if (type === 'gas') return 'gwei'
  if (type === 'price') return 'US dollars'
  return suffixes.find(([end]) => metric.endsWith(end))?.[1] ?? ''
}

/** Describes the rule in one line: `standard above 30, ethereum`. */
export function describeRule(
  { metric, condition, threshold, chain_id, symbol }: Alert,
  toChainName: ToChainName,
): string {
  const subject = [symbol, chain_id && toChainName(chain_id)].filter(Boolean).join(' on ')
  return `${metric} ${condition} ${threshold}${subject && `, ${subject}`}`
}
