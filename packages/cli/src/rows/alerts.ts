import type { Alert } from '@outrigger/alerts'
import { redactText } from '@outrigger/core/internal'
import { column, defineRows, orNull, type Table } from './schema.ts'

/** Alerts of a node, without the addresses of their receivers. */
export const alerts = defineRows({
  name: 'alerts',
  version: 1,
  description: 'Alerts: one row per alert. URLs and addresses of receivers are left out, because they may be secret.',
  time: 'created_at',
  columns: {
    id: column('string', 'Alert'),
    name: column('string', 'Name'),
    type: column('string', 'gas, monitoring, performance, price or system'),
    metric: column('string', 'Watched figure'),
    chain: orNull('string', 'Chain. Only for gas and price'),
    symbol: orNull('string', 'Token. Only for price'),
    condition: column('string', 'above or below'),
    threshold: column('double', 'Threshold in the unit of the figure'),
    status: column('string', 'watching, active, acknowledged or resolved'),
    enabled: column('bool', 'False if it is not evaluated'),
    channels: orNull('string', 'webhook, email or both, separated by commas'),
    triggers: column('int64', 'How often it triggered'),
    last_triggered_at: orNull('timestamp', 'Last trigger'),
    created_at: column('timestamp', 'Creation'),
  },
})

export const toAlertRows = (found: readonly Alert[]): Table =>
  alerts.of(
    found.map(({ id, name, type, metric, chain, symbol, condition, threshold, enabled, ...alert }) => ({
      id,
      name,
      type,
      metric,
      chain,
      symbol,
      condition,
      threshold,
      status: alert.state.status,
      enabled,
      channels: [alert.webhookUrl === null ? [] : 'webhook', alert.email === null ? [] : 'email'].flat().join() || null,
      triggers: alert.state.triggers,
      last_triggered_at: alert.state.lastTriggeredAtMs,
      created_at: alert.createdAtMs,
    })),
  )

/** What happened to alerts. */
export const alertEvents = defineRows({
  name: 'alert_events',
  version: 1,
  description: 'What happened to alerts: one row per event. A node stores the newest 50 events of each alert.',
  time: 'event_time',
  columns: {
    alert_id: column('string', 'Alert'),
    alert_name: column('string', 'Its name'),
    type: column('string', 'Its type'),
    metric: column('string', 'Its figure'),
    chain: orNull('string', 'Its chain'),
    symbol: orNull('string', 'Its token'),
    event: column('string', 'triggered, cleared, acknowledged, resolved, edited, failed or closed'),
    event_time: column('timestamp', 'Time of the event'),
    value: orNull('double', 'Value that triggered or cleared it'),
    actor: orNull('string', 'Name of the key that acknowledged or resolved it, or operator'),
    note: orNull('string', 'Notes, resolution, or the answer of a receiver'),
  },
})

export const toAlertEventRows = (found: readonly Alert[]): Table =>
  alertEvents.of(
    found.flatMap(({ id, name, type, metric, chain, symbol, history }) =>
      history.map(({ event, atMs, value, by, text }) => ({
        alert_id: id,
        alert_name: name,
        type,
        metric,
        chain,
        symbol,
        event,
        event_time: atMs,
        value: value ?? null,
        actor: by ?? null,
        note: text === undefined ? null : redactText(text),
      })),
    ),
  )
