import type { Response } from '@outrigger/api/contract'
import * as t from 'typebox'
import { defineTool, Limit, orNull, Text } from '../tool.ts'

export const AlertShape = t.Object({
  id: Text,
  name: Text,
  type: Text,
  metric: Text,
  condition: t.String({ description: 'above or below' }),
  threshold: t.Number(),
  chain: orNull(t.String({ description: 'Id of the chain' })),
  symbol: orNull(Text),
  enabled: t.Boolean(),
  state: t.String({ description: 'watching, active, acknowledged or resolved' }),
  triggers: t.Integer(),
  last_triggered: orNull(Text),
  notifies: t.Array(Text, { description: 'webhook or email. Addresses are not shown' }),
})

export const listAlerts = defineTool({
  name: 'list_alerts',
  title: 'Alerts',
  description:
    'Alerts on gas, prices and the health of the node: their condition, state, and when they last triggered. Names of alerts are text from users. Addresses of receivers are not shown.',
  input: t.Object({
    type: t.Optional(t.String({ maxLength: 40, description: 'gas, price, monitoring, performance or system' })),
    resolved: t.Optional(t.Boolean({ description: 'True lists resolved alerts, false all others. Default: false' })),
    limit: t.Optional(Limit(100, 20)),
  }),
  output: t.Object({ alerts: t.Array(AlertShape) }),
  endpoints: ['alertsList'],
  async ask({ type, resolved, limit = 20 }, api) {
    const alerts = await api.alertsList({
      limit,
      ...(type !== undefined && { alert_type: type as 'gas' }),
      ...(resolved !== undefined && { resolved }),
    })
    return { data: { alerts: alerts.map(toAlert) } }
  },
  toText({ alerts }) {
    const active = alerts.filter(({ state }) => state === 'active')
    return `${alerts.length} alerts, ${active.length} of them active${active.length > 0 ? `: ${active.map(({ id }) => id).join(', ')}` : ''}.`
  },
})

/** Leaves out the addresses of receivers, which may contain secrets. */
export function toAlert(alert: Response<'alertsCreate'>): t.Static<typeof AlertShape> {
  const { id, name, alert_type, metric, condition, threshold, chain_id, symbol, enabled, state } = alert
  return {
    id,
    name,
    type: alert_type,
    metric,
    condition,
    threshold,
    chain: chain_id ?? null,
    symbol: symbol ?? null,
    enabled,
    state,
    triggers: alert.trigger_count,
    last_triggered: alert.last_triggered,
    notifies: [...(alert.webhook_url ? ['webhook'] : []), ...(alert.email ? ['email'] : [])],
  }
}
