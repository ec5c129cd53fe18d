import { type Emitter, monotonicClock, systemClock } from '@outrigger/core/internal'
import { type Alert, accountOf } from '../alert.ts'
import { DeliveryError, UnknownAlertError } from '../alertErrors.ts'
import type { AlertEvents, AlertsOptions } from '../alerts.ts'
import type { Book } from '../lifecycle/book.ts'
import { type Channels, toUrl } from './channels.ts'
import { type Delivery, isWanted } from './delivery.ts'
import type { Outbox } from './outbox.ts'
import { getSigningSecret } from './signature.ts'
import { createWorker, type Worker } from './worker.ts'

type Parts = {
  readonly options: AlertsOptions
  readonly book: Book
  readonly channels: Channels
  readonly events: Emitter<AlertEvents>
  readonly outbox: Outbox
}

/** Attempts at a time. */
export const defaultInFlight = 64

/** The worker of the outbox, and one attempt by hand. */
export type Dispatch = Worker & {
  /** @throws {DeliveryError} */
  attempt(delivery: Delivery): Promise<void>
}

export function createDispatch({ options, book, channels, events, outbox }: Parts): Dispatch {
  const {
    store,
    clock = systemClock,
    monotonic = monotonicClock,
    maxInFlight = defaultInFlight,
    maxPerHost = 4,
    pausesMs,
  } = options
  async function attempt(delivery: Delivery): Promise<void> {
    const alert = book.get(delivery.alertId)
    if (alert === undefined) throw new UnknownAlertError(delivery.alertId)
    await channels.send(alert, delivery, await getSigningSecret(store, clock, accountOf(alert)), clock.now())
  }
  const worker = createWorker({
    store,
    outbox: outbox.own,
    clock,
    monotonic,
    maxInFlight,
    maxPerHost,
    pausesMs,
    chance: Math.random,
    send: (delivery) =>
      attempt(delivery).catch((error: unknown) => {
        throw judgeAnswer(error, book.get(delivery.alertId))
      }),
    isWanted: (delivery) => isWanted(book.get(delivery.alertId), delivery),
    toHost({ alertId, channel }) {
      const url = channel === 'webhook' ? book.get(alertId)?.webhookUrl : null
      return toUrl(url ?? '')?.host ?? channel
    },
    onSettled({ state, delivery, goneUrl }) {
      if (state === 'dropped') return
      const { alertId, lastError: error, channel } = delivery
      const isDead = state === 'dead'
      events.emit('attempt', { delivery, error, isDead })
      if (isDead) book.tell(alertId, { type: 'failed', text: `${channel}: ${error}`, goneUrl, nowMs: clock.now() })
    },
    onStoreError: (error) => events.emit('storeError', error),
  })
  return Object.assign(worker, { attempt })
}

/** A 410 of an address that the alert has no more says nothing of the present one: there it is tried again. */
function judgeAnswer(error: unknown, alert: Alert | undefined): unknown {
  const isOfFormer = error instanceof DeliveryError && error.goneUrl !== null && error.goneUrl !== alert?.webhookUrl
  return isOfFormer ? new DeliveryError(error.message) : error
}
