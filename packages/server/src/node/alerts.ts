import { type Alerts, createAlerts } from '@outrigger/alerts'
import type { Clock, Store } from '@outrigger/core'
import type { Leases } from '@outrigger/core/internal'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics/metrics.ts'
import { type AlertSettings, toChannels } from './alertSettings.ts'
import { createSignals } from './signals/createSignals.ts'
import type { SignalParts } from './signals/signalParts.ts'

type Parts = SignalParts & {
  readonly store: Store
  readonly settings: AlertSettings
  readonly logger: Logger
  readonly metrics: Metrics
  readonly clock: Clock
  /** Leases of the nodes, if several nodes share one database. */
  readonly leases: Leases | undefined
  /** Whether only programs on this machine can reach the node. */
  isLocal(): boolean
}

/** Opens alerts on the node's own figures. Their events are in the log and the metrics. */
export async function openAlerts(parts: Parts): Promise<Alerts> {
  const { store, settings, logger, metrics, clock, leases, isLocal } = parts
  const alerts = await createAlerts({
    store,
    clock,
    leases,
    signals: createSignals(parts),
    channels: toChannels(settings, isLocal),
  })
  const attempts = metrics.createCounter({
    name: 'outrigger_alert_attempts_total',
    help: 'Attempts to deliver notifications of alerts',
    labels: ['channel', 'outcome'],
  })
  const triggered = metrics.createCounter({
    name: 'outrigger_alert_triggers_total',
    help: 'Triggers of alerts, by the type of the alert',
    labels: ['type'],
  })
  metrics.addGauge({
    name: 'outrigger_alert_deliveries_pending',
    help: 'Notifications of alerts that are not delivered yet',
    read: () => [{ labels: {}, value: alerts.pending }],
  })
  alerts.on('triggered', ({ notice }) => triggered.inc({ type: notice.type }))
  alerts.on('attempt', ({ delivery: { id, channel, attempts: attempt }, error, isDead }) => {
    attempts.inc({ channel, outcome: error === null ? 'ok' : isDead ? 'dead' : 'failed' })
    if (error !== null) logger.warn({ id, channel, attempt, reason: error, isDead }, 'alert not delivered')
  })
  alerts.on('storeError', (error) => logger.error({ err: error }, 'alerts cannot be stored, tried again'))
  alerts.on('replayError', ({ subject, error }) => logger.warn({ ...subject, err: error }, 'past of an alert unknown'))
  return alerts
}
