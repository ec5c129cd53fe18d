import { type Emitter, monotonicClock, systemClock } from '@outrigger/core/internal'
import { type Alert, accountOf } from '../alert.ts'
import { DeliveryError, UnknownAlertError } from '../alertErrors.ts'
import type { AlertEvents, AlertsOptions } from '../alerts.ts'
import { type Channels, toUrl } from '../delivery/channels.ts'
import { type Delivery, isDeliverable } from '../delivery/delivery.ts'
import type { Outbox } from '../delivery/outbox.ts'
import { getSigningSecret } from '../delivery/signature.ts'
import { createWorker, type Worker } from '../delivery/worker.ts'
import type { Book } from './book.ts'

type Parts = {
  readonly options: AlertsOptions
  readonly book: Book
  readonly channels: Channels
  readonly events: Emitter<AlertEvents>
  readonly outbox: Outbox
}

/** Default number of concurrent attempts. */
export const defaultInFlight = 64

/** The outbox worker, and a function for a single attempt. */
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
    await channels.send(
      alert,
      delivery,
      await getSigningSecret(store, { account: accountOf(alert), clock }),
      clock.now(),
    )
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
        throw ignoreFormerUrl(error, book.get(delivery.alertId))
      }),
    isDeliverable: (delivery) => isDeliverable(book.get(delivery.alertId), delivery),
    toHost({ alertId, channel }) {
      const url = channel === 'webhook' ? book.get(alertId)?.webhookUrl : null
      return toUrl(url ?? '')?.host ?? channel
    },
    onSettled({ state, delivery, goneUrl }) {
      if (state === 'dropped') return
      const { alertId, lastError: error, channel } = delivery
      const isDead = state === 'dead'
      events.emit('attempt', { delivery, error, isDead })
      if (isDead) book.report(alertId, { type: 'failed', text: `${channel}: ${error}`, goneUrl, nowMs: clock.now() })
    },
    onStoreError: (error) => events.emit('storeError', error),
  })
  return Object.assign(worker, { attempt })
}

/** Makes a 410 retryable if the alert has another URL by now, because it does not apply to the new one. */
function ignoreFormerUrl(error: unknown, alert: Alert | undefined): unknown {
  const isOfFormer = error instanceof DeliveryError && error.goneUrl !== null && error.goneUrl !== alert?.webhookUrl
  return isOfFormer ? new DeliveryError(error.message) : error
}
