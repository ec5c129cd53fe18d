import type { AlertShape } from '../contract/alerts.ts'
import type { BodyOf, QueryOf, ReadingOf } from '../contract/contract.ts'
import type { Reading } from '../contract/record.ts'

type Receivers = { readonly email?: string | null; readonly webhookUrl?: string | null }

/** What an alert is made of. What is left out has its default. @interface */
export type AlertParameters = Omit<BodyOf<'alertsCreate'>, keyof Receivers> & Receivers

type Shape = Reading<typeof AlertShape>
type State = 'status' | 'triggers' | 'lastTriggeredAtMs'

/** An alert and how it stands. @interface */
export type AlertReading = Omit<Shape, State | 'webhookOpen'> & {
  /** False once the receiver answered 410. */
  readonly webhookOpen: boolean
  readonly state: Pick<Shape, State>
}

/** Which alerts to list. @interface */
export type AlertListParameters = QueryOf<'alertsList'>

/** Alerts in figures. @interface */
export type AlertSummaryReading = ReadingOf<'alertsSummary'>

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
