import type { Clock, Events, Store } from '@outrigger/core'
import type { Leases } from '@outrigger/core/internal'
import type { Alert, AlertType, Subject } from './alert.ts'
import type { ChannelSettings } from './delivery/channels.ts'
import type { Channel, Delivery, Trigger } from './delivery/delivery.ts'
import type { AlertSummary } from './lifecycle/summarise.ts'
import type { AlertInput, AlertPatch } from './lifecycle/toAlert.ts'
import type { SignalSource } from './signals/signalSource.ts'

export type AlertsOptions = {
  readonly store: Store
  readonly signals: SignalSource
  readonly channels: ChannelSettings
  /** Of several processes on one store: each chain's alerts are evaluated by one of them, and delivered by all. @default the only one */
  readonly leases?: Leases | undefined
  readonly clock?: Clock
  /** For waits between attempts. */
  readonly monotonic?: Clock
  /** Attempts at a time, over all receivers. @default 64 */
  readonly maxInFlight?: number
  /** Attempts at a time to one host; one, while half of `maxInFlight` is in use. @default 4 */
  readonly maxPerHost?: number
  /** Pause before each attempt, with a fifth more or less by chance. @default ten attempts over 75 hours, as Standard Webhooks says */
  readonly pausesMs?: readonly number[]
  /** How many alerts there may be, resolved ones included. @default 10000 */
  readonly maxAlerts?: number
  /** How many of these may belong to one account; the operator has no such limit. @default 1000 */
  readonly maxAlertsPerAccount?: number
}

export type AlertEvents = {
  /** An alert triggered, and its notifications are in the store. Once per trigger, with or without receivers. */
  readonly triggered: Trigger
  /** An attempt ended; `error` is null where the receiver took it. */
  readonly attempt: { readonly delivery: Delivery; readonly error: string | null; readonly isDead: boolean }
  /** The store takes nothing at the moment. Nothing is lost by it: what is due is written once it does again. */
  readonly storeError: unknown
  /** The past of a figure could not be read. */
  readonly replayError: { readonly subject: Subject; readonly error: unknown }
}

export type ListAlerts = {
  /** Only alerts of this account. @default all */
  readonly account?: string
  readonly type?: AlertType
  readonly enabledOnly?: boolean
  /** Resolved ones instead of the others. @default false */
  readonly resolved?: boolean
  readonly limit?: number
  readonly offset?: number
}

/** Notifications that are on their way, and those that were given up. */
export type Deliveries = { readonly pending: readonly Delivery[]; readonly dead: readonly Delivery[] }

/** Alerts on figures, and the delivery of their notifications. */
export type Alerts = Events<AlertEvents> & {
  /** @throws {InvalidAlertError} @throws {UnknownChainError} and what the source throws for a figure it has not */
  create(input: AlertInput): Promise<Alert>
  /** @throws {UnknownAlertError} */
  get(id: string): Alert
  /** Oldest first. */
  list(options?: ListAlerts): readonly Alert[]
  /** Enabling a resolved alert opens it again. @throws {InvalidAlertError} @throws {UnknownAlertError} */
  update(id: string, patch: AlertPatch): Promise<Alert>
  /** With what it has to replay. @throws {UnknownAlertError} */
  delete(id: string): Promise<void>
  /** Nothing more is sent until the condition has stopped holding. No effect on one that is not active. @throws {UnknownAlertError} */
  acknowledge(id: string, by?: string, notes?: string): Promise<Alert>
  /** Closes the alert: it is not evaluated any more. @throws {UnknownAlertError} */
  resolve(id: string, by?: string, resolution?: string): Promise<Alert>
  /** @param account counts only its alerts. @default all */
  summary(account?: string): AlertSummary
  /** Sends a test to each receiver of an alert, now and once. @throws {UnknownAlertError} */
  test(id: string): Promise<readonly { readonly channel: Channel; readonly error: string | null }[]>
  deliveries(id?: string): Promise<Deliveries>
  /** Sends anew what was given up, and with `arrived` also the last that arrived, under the same ids. Returns how many. */
  replay(id?: string, options?: { readonly arrived?: boolean }): Promise<number>
  /** Notifications on their way. */
  readonly pending: number
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
