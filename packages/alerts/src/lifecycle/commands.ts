import { systemClock } from '@outrigger/core/internal'
import { type Alert, accountOf, toSubjectKey } from '../alert.ts'
import { InvalidAlertError, UnknownAlertError } from '../alertErrors.ts'
import type { Alerts, AlertsOptions, ListAlerts } from '../alerts.ts'
import type { Channels } from '../delivery/channels.ts'
import { isDeliverable, toDelivery, toTrigger } from '../delivery/delivery.ts'
import { listDeliveries, listRemovals, replayDeliveries } from '../delivery/replay.ts'
import { getSigningSecret } from '../delivery/signature.ts'
import type { Reading } from '../rules/step.ts'
import type { Book } from './book.ts'
import type { Dispatch } from './dispatch.ts'
import { channelsOf, type Operation } from './reduce.ts'
import { summarise } from './summarise.ts'
import { editAlert, toAlert } from './toAlert.ts'

type Parts = {
  readonly options: AlertsOptions
  readonly book: Book
  readonly channels: Channels
  readonly dispatch: Dispatch
  /** Updates the watched figures. */
  rewatch(): void
  /** Evaluates an alert with the current value of its figure, if known. */
  evaluate(alert: Alert): void
  /** Returns the newest value of a figure. */
  last(key: string): Reading | undefined
}

type Commands = Omit<Alerts, 'on' | 'pending' | 'close' | typeof Symbol.asyncDispose>

/** Creates the commands of users. */
export function createCommands({ options, book, channels, dispatch, rewatch, evaluate, last }: Parts): Commands {
  const { store, signals, clock = systemClock } = options

  function require(id: string): Alert {
    const alert = book.get(id)
    if (alert === undefined) throw new UnknownAlertError(id)
    return alert
  }
  function check(alert: Alert): void {
    channels.check(alert)
    signals.check?.(alert)
  }
  async function change(id: string, operation: Operation): Promise<Alert> {
    require(id)
    const alert = await book.apply(id, operation)
    if (alert === undefined) throw new UnknownAlertError(id)
    rewatch()
    return alert
  }
  const applyRule = (id: string, type: 'acknowledge' | 'resolve', by: string, text: string) =>
    change(id, { type: 'rule', event: { type }, nowMs: clock.now(), by, text })

  return {
    async create(input) {
      const alert = toAlert(input, clock.now())
      check(alert)
      requireRoom(book.all(), alert, options)
      await getSigningSecret(store, { account: alert.account ?? null, clock })
      await book.apply(alert.id, { type: 'create', alert })
      rewatch()
      evaluate(alert)
      return alert
    },
    get: require,
    list: (filter) => listAlerts(book.all(), filter),
    async update(id, patch) {
      check(editAlert(require(id), patch, clock.now()))
      const alert = await change(id, { type: 'edit', patch, nowMs: clock.now() })
      evaluate(alert)
      return alert
    },
    async delete(id) {
      require(id)
      await book.apply(id, { type: 'delete', removals: await listRemovals(store, id) })
      rewatch()
      // Deliveries may have ended meanwhile. New ones are no longer stored.
      await store.commit(await listRemovals(store, id))
    },
    acknowledge: (id, by = 'operator', notes = '') => applyRule(id, 'acknowledge', by, notes),
    resolve: (id, by = 'operator', resolution = '') => applyRule(id, 'resolve', by, resolution),
    summary: (account) => summarise(listOf(book.all(), account), clock.now()),
    async test(id) {
      const alert = require(id)
      const reading = last(toSubjectKey(alert)) ?? { value: alert.threshold, atMs: clock.now() }
      const test = { ...toTrigger(alert, reading), id: `${id}_test_${clock.now()}`, trigger: null }
      return Promise.all(
        channelsOf(alert).map(async (channel) => ({
          channel,
          error: await dispatch.attempt(toDelivery(test, channel, clock.now())).then(
            () => null,
            (error: Error) => error.message,
          ),
        })),
      )
    },
    deliveries: (id) => listDeliveries(store, id),
    async replay(id, { arrived = false } = {}) {
      if (id !== undefined) require(id)
      const replayed = await replayDeliveries(store, {
        id,
        arrived,
        nowMs: clock.now(),
        isDeliverable: (delivery) => isDeliverable(book.get(delivery.alertId), delivery),
      })
      // With several processes any of them claims the deliveries.
      if (!options.leases) dispatch.add(replayed)
      return replayed.length
    },
  }
}

/** @throws {InvalidAlertError} the account or the node has reached its limit of alerts */
function requireRoom(
  all: readonly Alert[],
  alert: Alert,
  { maxAlerts = 10_000, maxAlertsPerAccount = 1000 }: Pick<AlertsOptions, 'maxAlerts' | 'maxAlertsPerAccount'>,
): void {
  const account = accountOf(alert)
  if (account !== null && listOf(all, account).length >= maxAlertsPerAccount)
    throw new InvalidAlertError('name', `cannot be added: you have ${maxAlertsPerAccount} alerts. Delete some first`)
  if (all.length >= maxAlerts)
    throw new InvalidAlertError('name', `cannot be added: this node has ${maxAlerts} alerts. Delete some first`)
}

const listOf = (alerts: readonly Alert[], account: string | undefined): readonly Alert[] =>
  account === undefined ? alerts : alerts.filter((alert) => accountOf(alert) === account)

function listAlerts(alerts: readonly Alert[], options: ListAlerts = {}): readonly Alert[] {
  const { account, type, enabledOnly = false, resolved = false, limit = 100, offset = 0 } = options
  return listOf(alerts, account)
    .filter((alert) => type === undefined || alert.type === type)
    .filter((alert) => !enabledOnly || alert.enabled)
    .filter(({ state }) => (state.status === 'resolved') === resolved)
    .sort((a, b) => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1))
    .slice(offset, offset + limit)
}
