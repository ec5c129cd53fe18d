import { createEmitter, systemClock } from '@outrigger/core/internal'
import { toSubjectKey } from './alert.ts'
import type { AlertEvents, Alerts, AlertsOptions } from './alerts.ts'
import { createChannels } from './delivery/channels.ts'
import { createDispatch } from './delivery/dispatch.ts'
import { openBook } from './lifecycle/book.ts'
import { createCommands } from './lifecycle/commands.ts'
import { watchSubjects } from './signals/watchSubjects.ts'

/**
 * Watches figures and tells of each crossing of a threshold once. An alert's state and its notifications are written in one
 * step, so that a killed process loses none; what came while it was down is caught up on from the source's history.
 *
 * @throws {StoreUnavailableError}
 * @example
 * await using alerts = await createAlerts({ store, signals, channels: {} })
 * await alerts.create({ name: 'gas', type: 'gas', chainId: '1', threshold: 50, webhookUrl: 'https://example.com/hook' })
 */
export async function createAlerts(options: AlertsOptions): Promise<Alerts> {
  const { store, signals, clock = systemClock } = options
  const events = createEmitter<AlertEvents>()
  const onStoreError = (error: unknown) => events.emit('storeError', error)
  const channels = createChannels(options.channels)
  const book = await openBook(store)
  const dispatch = createDispatch({ options, book, channels, events })
  const bySubject = new Map<string, Set<string>>()
  const watch = watchSubjects({
    ...{ store, source: signals, onStoreError },
    onReading(key, reading, isReplayed) {
      const nowMs = clock.now()
      for (const id of bySubject.get(key) ?? [])
        book.tell(id, { type: 'rule', event: { type: 'reading', reading, isReplayed }, nowMs })
    },
    onReplayError: (subject, error) => events.emit('replayError', { subject, error }),
  })
  /** Watches what open alerts are about. */
  function rewatch(): void {
    const open = book.all().filter(({ enabled, state }) => enabled && state.status !== 'resolved')
    bySubject.clear()
    for (const alert of open) {
      const key = toSubjectKey(alert)
      bySubject.set(key, (bySubject.get(key) ?? new Set()).add(alert.id))
    }
    watch.set(open)
  }
  const stops = [
    book.on('outbox', (deliveries) => {
      dispatch.add(deliveries)
      for (const delivery of deliveries) events.emit('triggered', delivery)
    }),
    book.on('storeError', onStoreError),
  ]
  await dispatch.start()
  rewatch()

  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= shutDown()
    return closed
  }
  async function shutDown(): Promise<void> {
    await watch.close()
    await book.close()
    await Promise.all([dispatch.close(), channels.close()])
    for (const stop of stops) stop()
    events.clear()
  }
  return {
    on: events.on,
    ...createCommands({ options, book, channels, dispatch, rewatch, last: watch.last }),
    get pending() {
      return dispatch.pending
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
