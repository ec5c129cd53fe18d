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
  /** Leases for several processes on one store: one of them evaluates each chain's alerts, all of them deliver. @default a single process */
  readonly leases?: Leases | undefined
  readonly clock?: Clock
  /** Clock for waits between attempts. */
  readonly monotonic?: Clock
  /** Maximum number of concurrent attempts. @default 64 */
  readonly maxInFlight?: number
  /** Maximum number of concurrent attempts per host. It is 1 while half of `maxInFlight` is in use. @default 4 */
  readonly maxPerHost?: number
  /** Pause before each attempt, ±20 % at random. @default ten attempts over 75 hours, as in Standard Webhooks */
  readonly pausesMs?: readonly number[]
  /** Maximum number of alerts, including resolved ones. @default 10000 */
  readonly maxAlerts?: number
  /** Maximum number of alerts per account, without a limit for the operator. @default 1000 */
  readonly maxAlertsPerAccount?: number
}

export type AlertEvents = {
  /** An alert triggered, and its notifications are stored. Emitted once per trigger, with or without receivers. */
  readonly triggered: Trigger
  /** An attempt ended. `error` is null if the receiver accepted it. */
  readonly attempt: { readonly delivery: Delivery; readonly error: string | null; readonly isDead: boolean }
  /** The store rejects writes at the moment. Nothing is lost: changes are written once it accepts them again. */
  readonly storeError: unknown
  /** The history of a figure could not be read. */
  readonly replayError: { readonly subject: Subject; readonly error: unknown }
}

export type ListAlerts = {
  /** Lists only alerts of this account. @default all */
  readonly account?: string
  readonly type?: AlertType
  readonly enabledOnly?: boolean
  /** Lists resolved alerts instead of the others. @default false */
  readonly resolved?: boolean
  readonly limit?: number
  readonly offset?: number
}

/** Pending notifications, and notifications that were given up. */
export type Deliveries = { readonly pending: readonly Delivery[]; readonly dead: readonly Delivery[] }

/** Alerts on figures, and the delivery of their notifications. */
export type Alerts = Events<AlertEvents> & {
  /** @throws {InvalidAlertError} @throws {UnknownChainError} @throws the signal source's error for an unsupported figure */
  create(input: AlertInput): Promise<Alert>
  /** @throws {UnknownAlertError} */
  get(id: string): Alert
  /** Returns alerts, oldest first. */
  list(options?: ListAlerts): readonly Alert[]
  /** Changes an alert. Enabling a resolved alert reopens it. @throws {InvalidAlertError} @throws {UnknownAlertError} */
  update(id: string, patch: AlertPatch): Promise<Alert>
  /** Deletes an alert and its stored notifications. @throws {UnknownAlertError} */
  delete(id: string): Promise<void>
  /** Stops notifications until the condition is false. Has no effect on an alert that is not active. @throws {UnknownAlertError} */
  acknowledge(id: string, by?: string, notes?: string): Promise<Alert>
  /** Closes the alert. It is no longer evaluated. @throws {UnknownAlertError} */
  resolve(id: string, by?: string, resolution?: string): Promise<Alert>
  /** @param account count only this account's alerts. @default all */
  summary(account?: string): AlertSummary
  /** Sends one test to each receiver of an alert now, without retries. @throws {UnknownAlertError} */
  test(id: string): Promise<readonly { readonly channel: Channel; readonly error: string | null }[]>
  deliveries(id?: string): Promise<Deliveries>
  /** Resends notifications that were given up, and with `arrived` also the last delivered ones, with the same ids. Returns the count. */
  replay(id?: string, options?: { readonly arrived?: boolean }): Promise<number>
  /** Number of pending notifications. */
  readonly pending: number
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
