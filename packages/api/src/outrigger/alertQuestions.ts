import type { AlertShape } from '../contract/alerts.ts'
import type { BodyOf, QueryOf, ReadingOf } from '../contract/contract.ts'
import type { Reading } from '../contract/record.ts'

type Receivers = { readonly email?: string | null; readonly webhookUrl?: string | null }

/** Settings of an alert. Omitted settings have their defaults. @interface */
export type AlertParameters = Omit<BodyOf<'alertsCreate'>, keyof Receivers> & Receivers

type Shape = Reading<typeof AlertShape>
type State = 'status' | 'triggers' | 'lastTriggeredAtMs'

/** An alert and its state. @interface */
export type AlertReading = Omit<Shape, State | 'webhookOpen'> & {
  /** False after the receiver returned 410. */
  readonly webhookOpen: boolean
  readonly state: Pick<Shape, State>
}

/** Filters of a list of alerts. @interface */
export type AlertListParameters = QueryOf<'alertsList'>

/** Number of alerts and of recent notifications. @interface */
export type AlertSummaryReading = ReadingOf<'alertsSummary'>

/** A value in process, a promise over the wire. `await` works with both. */
type Answer<value> = value | Promise<value>

/** Functions for alerts. Over the wire, changes need the scope `write:alerts`. */
export type AlertQuestions = {
  create(parameters: AlertParameters): Promise<AlertReading>
  get(id: string): Answer<AlertReading>
  /** Returns alerts, oldest first. */
  list(parameters?: AlertListParameters): Answer<readonly AlertReading[]>
  summary(): Answer<AlertSummaryReading>
  /** Changes an alert. Null removes an address. Enabling a resolved alert reopens it. */
  update(id: string, changes: Partial<Omit<AlertParameters, 'type'>>): Promise<AlertReading>
  delete(id: string): Promise<void>
  /**
   * Acknowledges an alert. It sends no notification until its condition has been false once.
   * @param by ignored over the wire, which records the name of the key
   */
  acknowledge(id: string, by?: string, notes?: string): Promise<AlertReading>
  /** Resolves the alert, which ends its evaluation. @param by ignored over the wire, which records the name of the key */
  resolve(id: string, by?: string, resolution?: string): Promise<AlertReading>
  /** Sends one test message to each receiver, without retries. `error` is null if the receiver accepted it. */
  test(id: string): Promise<readonly { readonly channel: 'webhook' | 'email'; readonly error: string | null }[]>
}
