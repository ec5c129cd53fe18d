import { createEmitter, getOrCreate, systemClock } from '@outrigger/core/internal'
import { type Alert, type Subject, toSubjectKey } from './alert.ts'
import type { AlertEvents, Alerts, AlertsOptions } from './alerts.ts'
import { createChannels } from './delivery/channels.ts'
import { createSharedOutbox, soleOutbox } from './delivery/outbox.ts'
import { openBook } from './lifecycle/book.ts'
import { createCommands } from './lifecycle/commands.ts'
import { createDispatch, defaultInFlight } from './lifecycle/dispatch.ts'
import { startClaims } from './sharing/claims.ts'
import { createSharing } from './sharing/sharing.ts'
import type { SignalSource } from './signals/signalSource.ts'
import { watchSubjects } from './signals/watchSubjects.ts'

/**
 * Watches figures and reports each crossing of a threshold once. An alert's state and its notifications are written in one
 * transaction, so a killed process loses none. After a restart it evaluates the missed time from the source's history.
 *
 * @throws {StoreUnavailableError}
 * @example
 * await using alerts = await createAlerts({ store, signals, channels: {} })
 * await alerts.create({ name: 'gas', type: 'gas', chainId: '1', threshold: 50, webhookUrl: 'https://example.com/hook' })
 */
export async function createAlerts(options: AlertsOptions): Promise<Alerts> {
  const { store, signals, leases, clock = systemClock, maxInFlight = defaultInFlight } = options
  const events = createEmitter<AlertEvents>()
  const onStoreError = (error: unknown) => events.emit('storeError', error)
  const channels = createChannels(options.channels)
  const sharing = leases ? createSharing(leases) : null
  const outbox = leases ? createSharedOutbox(leases, (count) => dispatch.due + count <= maxInFlight) : soleOutbox
  const book = await openBook({ store, outbox, sharing })
  const dispatch = createDispatch({ options, book, channels, events, outbox })
  const bySubject = new Map<string, Set<string>>()
  const watch = watchSubjects({
    store,
    source: signals,
    onStoreError,
    isSettled: () => book.isWritten,
    toFences: (subjects) => sharing?.fences(subjects) ?? [],
    onReading(key, reading, order) {
      const nowMs = clock.now()
      for (const id of bySubject.get(key) ?? [])
        book.report(id, { type: 'rule', event: { type: 'reading', reading, order }, nowMs })
    },
    onReplayError: (subject, error) => events.emit('replayError', { subject, error }),
  })
  /** Watches the figures of all open alerts that this process evaluates. */
  function rewatch(): void {
    const all = book.all().filter(({ enabled, state }) => enabled && state.status !== 'resolved')
    sharing?.request(all.filter((alert) => canWatch(signals, alert)))
    const open = sharing === null ? all : all.filter(sharing.isHeld)
    bySubject.clear()
    for (const alert of open) {
      getOrCreate(bySubject, toSubjectKey(alert), () => new Set<string>()).add(alert.id)
    }
    watch.set(open)
  }
  function evaluate(alert: Alert): void {
    const reading = watch.last(toSubjectKey(alert))
    if (reading !== undefined)
      book.report(alert.id, { type: 'rule', event: { type: 'reading', reading }, nowMs: clock.now() })
  }
  const stops = [
    book.on('triggered', ({ triggers, deliveries, isOwn }) => {
      if (isOwn) dispatch.add(deliveries)
      for (const trigger of triggers) events.emit('triggered', trigger)
    }),
    book.on('storeError', onStoreError),
    book.on('changed', (ids) => {
      rewatch()
      for (const alert of book.all()) if (ids.has(alert.id)) evaluate(alert)
    }),
    leases?.on('changed', rewatch),
  ]
  await dispatch.start()
  rewatch()
  const stopClaims =
    leases && startClaims({ store, leases, outbox, worker: dispatch, maxInFlight, follow: book.follow, onStoreError })

  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= shutDown()
    return closed
  }
  async function shutDown(): Promise<void> {
    await stopClaims?.()
    await watch.close()
    await book.close()
    await Promise.all([dispatch.close(), channels.close()])
    for (const stop of stops) stop?.()
    events.clear()
  }
  return {
    on: events.on,
    ...createCommands({ options, book, channels, dispatch, rewatch, evaluate, last: watch.last }),
    get pending() {
      return dispatch.pending
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Whether this process can watch a figure. */
function canWatch(signals: SignalSource, subject: Subject): boolean {
  try {
    signals.check?.(subject)
    return true
  } catch {
    return false
  }
}
