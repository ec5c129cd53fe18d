import type { Condition, RuleState } from './rules/step.ts'

export const alertTypes = ['gas', 'monitoring', 'performance', 'price', 'system'] as const
export type AlertType = (typeof alertTypes)[number]

/** The figure an alert watches. */
export type Subject = {
  readonly type: AlertType
  readonly metric: string
  /** Of gas and prices; null elsewhere. */
  readonly chain: string | null
  /** Of prices; null elsewhere. */
  readonly symbol: string | null
}

/** Whose form a webhook's body has. */
export const webhookFormats = ['standard', 'slack', 'discord', 'telegram'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** `closed`: its receiver answered 410 and is asked no more until the alert is given another address. */
export type HistoryEvent = 'triggered' | 'cleared' | 'acknowledged' | 'resolved' | 'edited' | 'failed' | 'closed'

export type HistoryEntry = {
  readonly event: HistoryEvent
  readonly atMs: number
  /** The figure that triggered it, or brought it back. */
  readonly value?: number
  /** Name of the key that acknowledged or resolved the alert, or `operator`. */
  readonly by?: string
  /** Notes, resolution, or what a receiver answered. */
  readonly text?: string
}

export type Alert = Subject & {
  readonly id: string
  /** Whose alert it is; null for the operator's, absent from alerts stored before accounts existed. */
  readonly account?: string | null
  readonly name: string
  readonly condition: Condition
  readonly threshold: number
  /** How far the figure must come back before the alert can trigger again, in percent of the threshold. */
  readonly rearmPercent: number
  /** Shortest time between two notifications. */
  readonly cooldownSeconds: number
  /** The chain as it was named by whoever made the alert. */
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
  /** Counts changes, so that no one overwrites what another process wrote. */
  readonly revision: number
}

/** The account of an alert; null for the operator's. */
export const accountOf = ({ account }: Pick<Alert, 'account'>): string | null => account ?? null

/** What is watched, as one text. */
export function toSubjectKey({ type, metric, chain, symbol }: Subject): string {
  return [type, metric, chain ?? '', symbol ?? ''].join('/')
}
