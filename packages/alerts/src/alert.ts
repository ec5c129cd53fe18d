import { alertMetrics } from './rules/metrics.ts'
import type { Condition, RuleState } from './rules/step.ts'

export type AlertType = keyof typeof alertMetrics
export const alertTypes = Object.keys(alertMetrics) as readonly AlertType[]

/** The figure an alert watches. */
export type Subject = {
  readonly type: AlertType
  readonly metric: string
  /** Name of the chain for alerts on gas and prices, otherwise null. */
  readonly chain: string | null
  /** Symbol of the token for alerts on prices, otherwise null. */
  readonly symbol: string | null
}

/** Format of a webhook's body. */
export const webhookFormats = ['standard', 'slack', 'discord', 'telegram'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** `closed`: the receiver answered 410. It gets no more requests until the alert has another URL. */
type HistoryEvent = 'triggered' | 'cleared' | 'acknowledged' | 'resolved' | 'edited' | 'failed' | 'closed'

export type HistoryEntry = {
  readonly event: HistoryEvent
  readonly atMs: number
  /** The value that triggered or cleared the alert. */
  readonly value?: number
  /** Name of the key that acknowledged or resolved the alert, or `operator`. */
  readonly by?: string
  /** Notes, resolution, or the answer of a receiver. */
  readonly text?: string
}

export type Alert = Subject & {
  readonly id: string
  /** Owner of the alert. Null for the operator, and missing in alerts that were stored before accounts existed. */
  readonly account?: string | null
  readonly name: string
  readonly condition: Condition
  readonly threshold: number
  /** How far the figure must return before the alert can trigger again, in percent of the threshold. */
  readonly rearmPercent: number
  /** Minimum time between two notifications. */
  readonly cooldownSeconds: number
  /** The chain as named in the request that created the alert. */
  readonly chainId: string | null
  readonly email: string | null
  readonly webhookUrl: string | null
  readonly webhookFormat: WebhookFormat
  /** False once the receiver answered 410. */
  readonly webhookOpen: boolean
  readonly enabled: boolean
  readonly createdAtMs: number
  readonly state: RuleState
  /** The newest 50, oldest first. */
  readonly history: readonly HistoryEntry[]
  /** Counts changes, so that no process overwrites another's change. */
  readonly revision: number
}

/** Returns the account of an alert, or null for the operator. */
export const accountOf = ({ account }: Pick<Alert, 'account'>): string | null => account ?? null

/** Returns a key that identifies the watched figure. */
export function toSubjectKey({ type, metric, chain, symbol }: Subject): string {
  return [type, metric, chain ?? '', symbol ?? ''].join('/')
}
