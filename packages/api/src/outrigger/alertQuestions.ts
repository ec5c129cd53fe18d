import type { Arguments } from '../contract/contract.ts'

type Body = Arguments<'alertsCreate'>

export type AlertType = Body['alert_type']
type WebhookFormat = NonNullable<Body['webhook_format']>

/** What an alert is made of. What is left out has its default. */
export type AlertParameters = {
  readonly name: string
  readonly type: AlertType
  readonly threshold: number
  /** @default above */
  readonly condition?: 'above' | 'below'
  /** Which figure is watched; each type has a default. */
  readonly metric?: string
  /** Name or id of the chain, for gas and prices. @default ethereum */
  readonly chainId?: string
  /** For prices. @default the native currency of the chain */
  readonly symbol?: string
  /** How far the figure must come back before the alert triggers again, in percent of the threshold. @default 1 */
  readonly rearmPercent?: number
  /** Least time between two notifications. @default 0 */
  readonly cooldownSeconds?: number
  readonly email?: string | null
  readonly webhookUrl?: string | null
  /** @default by the host of the address */
  readonly webhookFormat?: WebhookFormat
  /** @default true */
  readonly enabled?: boolean
}

/** An alert and how it stands. */
export type AlertReading = {
  readonly id: string
  readonly name: string
  readonly type: AlertType
  readonly threshold: number
  readonly condition: 'above' | 'below'
  readonly metric: string
  readonly chainId: string | null
  readonly symbol: string | null
  readonly rearmPercent: number
  readonly cooldownSeconds: number
  /** Null over the wire for a key that may not write alerts. */
  readonly email: string | null
  /** Over the wire its origin only for a key that may not write alerts. */
  readonly webhookUrl: string | null
  /** False once the receiver answered 410. */
  readonly webhookOpen: boolean
  readonly enabled: boolean
  readonly createdAtMs: number
  readonly state: {
    readonly status: 'watching' | 'active' | 'acknowledged' | 'resolved'
    readonly triggers: number
    readonly lastTriggeredAtMs: number | null
  }
}

/** Which alerts to list. */
export type AlertListParameters = {
  readonly type?: AlertType
  readonly enabledOnly?: boolean
  /** Resolved ones instead of the others. @default false */
  readonly resolved?: boolean
  /** Most that are listed, 1 to 200. @default 100 */
  readonly limit?: number
  readonly offset?: number
}

type Count = { readonly total: number; readonly enabled: number }

/** Alerts in figures. */
export type AlertSummaryReading = Count & {
  /** Notifications of the last 24 hours. */
  readonly recent: number
  readonly byType: Readonly<Record<AlertType, Count>>
}

/** At once in process, a promise over the wire: `await` suits both. */
type Answer<value> = value | Promise<value>

/** Alerts, wherever they are kept. Over the wire writing needs the scope `write:alerts`. */
export type AlertQuestions = {
  create(parameters: AlertParameters): Promise<AlertReading>
  get(id: string): Answer<AlertReading>
  /** Oldest first. */
  list(parameters?: AlertListParameters): Answer<readonly AlertReading[]>
  summary(): Answer<AlertSummaryReading>
  /** Null takes an address away; enabling a resolved alert opens it again. */
  update(id: string, changes: Partial<Omit<AlertParameters, 'type'>>): Promise<AlertReading>
  delete(id: string): Promise<void>
  /**
   * Nothing more is sent until the condition has stopped holding.
   * @param by over the wire it is the name of the key instead
   */
  acknowledge(id: string, by?: string, notes?: string): Promise<AlertReading>
  /** Closes the alert. @param by over the wire it is the name of the key instead */
  resolve(id: string, by?: string, resolution?: string): Promise<AlertReading>
  /** Sends a test to each receiver, now and once. `error` is null where it was taken. */
  test(id: string): Promise<readonly { readonly channel: 'webhook' | 'email'; readonly error: string | null }[]>
}
