import { alertMetrics, alertTypes } from '@outrigger/api/contract'
import * as t from 'typebox'
import { defineTool } from '../tool.ts'
import { AlertShape, toAlert } from './listAlerts.ts'

const metrics = Object.entries(alertMetrics).map(([type, names]) => `${type}: ${names.join(', ')}`)

export const createAlert = defineTool({
  name: 'create_alert',
  title: 'Create an alert',
  description:
    'Creates an alert that the node evaluates from now on. It is the only tool that changes something, and needs an API key with the scope write:alerts. Ask the user before you send notifications to an address that the user did not give.',
  input: t.Object({
    name: t.String({ minLength: 1, maxLength: 200, description: 'Name of the alert' }),
    type: t.Enum([...alertTypes]),
    threshold: t.Number({ description: 'In the unit of the metric: gwei, US dollars, percent, ms, or a score 0 to 1' }),
    condition: t.Optional(t.Enum(['above', 'below'], { description: 'Default: above' })),
    metric: t.Optional(t.String({ maxLength: 40, description: `The first is the default. ${metrics.join('; ')}` })),
    chain: t.Optional(
      t.String({ minLength: 1, maxLength: 40, description: 'Chain of a gas or price alert. Default: ethereum' }),
    ),
    symbol: t.Optional(t.String({ minLength: 1, maxLength: 42, description: 'Token of a price alert' })),
    cooldown_seconds: t.Optional(
      t.Number({ minimum: 0, maximum: 2_592_000, description: 'Minimum time between notifications. Default: 0' }),
    ),
    webhook_url: t.Optional(
      t.String({ minLength: 1, maxLength: 2000, description: 'URL that receives notifications, given by the user' }),
    ),
    email: t.Optional(
      t.String({ minLength: 3, maxLength: 254, description: 'Address that receives notifications, given by the user' }),
    ),
  }),
  output: AlertShape,
  endpoints: ['alertsCreate'],
  writes: true,
  async ask({ type, chain, ...alert }, api) {
    const created = await api.alertsCreate({
      ...alert,
      alert_type: type,
      ...(chain !== undefined && { chain_id: chain }),
    })
    return { data: toAlert(created), asOf: { timestamp: created.created_at } }
  },
  toText: ({ id, type, metric, condition, threshold }) =>
    `Created alert ${id}: ${type} ${metric} ${condition} ${threshold}.`,
})
