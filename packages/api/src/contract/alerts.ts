import * as t from 'typebox'
import { defineUnavailable } from './endpoint.ts'
import { Text } from './planned.ts'

const area = { area: 'alerts', scopes: ['write:alerts'], cost: 5, errors: 'nested' } as const
const read = { ...area, scopes: ['read:blockchain', 'write:alerts'] } as const

const AlertType = t.Enum(['gas', 'monitoring', 'performance', 'price', 'system'])
const params = t.Object({ alert_id: Text })
const Note = t.Optional(t.String({ maxLength: 10_000 }))

export const alertEndpoints = {
  alertsCreate: defineUnavailable({
    ...area,
    method: 'POST',
    path: '/v1/alerts',
    body: t.Object({
      name: Text,
      alert_type: AlertType,
      threshold: t.Number(),
      chain_id: t.Optional(Text),
      condition: t.Optional(t.Enum(['above', 'below'])),
      email: t.Optional(t.String({ format: 'email' })),
      webhook_url: t.Optional(t.String({ format: 'uri' })),
      enabled: t.Optional(t.Boolean({ default: true })),
    }),
    summary: 'Create an alert',
  }),
  alertsList: defineUnavailable({
    ...read,
    method: 'GET',
    path: '/v1/alerts',
    query: t.Object({
      alert_type: t.Optional(AlertType),
      enabled_only: t.Optional(t.Boolean()),
      limit: t.Optional(t.Integer({ minimum: 1, maximum: 200, default: 100 })),
      offset: t.Optional(t.Integer({ minimum: 0 })),
    }),
    summary: 'List alerts',
  }),
  alertsDelete: defineUnavailable({
    ...area,
    method: 'DELETE',
    path: '/v1/alerts/{alert_id}',
    params,
    summary: 'Delete an alert',
  }),
  alertsAcknowledge: defineUnavailable({
    ...area,
    method: 'POST',
    path: '/v1/alerts/{alert_id}/acknowledge',
    params,
    body: t.Object({ notes: Note }),
    summary: 'Acknowledge an alert',
  }),
  alertsResolve: defineUnavailable({
    ...area,
    method: 'POST',
    path: '/v1/alerts/{alert_id}/resolve',
    params,
    body: t.Object({ resolution: Note }),
    summary: 'Resolve an alert',
  }),
  alertsTypes: defineUnavailable({ ...read, method: 'GET', path: '/v1/alerts/types', summary: 'Types of alerts' }),
  alertsSummary: defineUnavailable({
    ...read,
    method: 'GET',
    path: '/v1/alerts/summary',
    summary: 'Alerts in figures',
  }),
}
