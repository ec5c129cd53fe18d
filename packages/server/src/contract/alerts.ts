import { defineUnavailable } from './endpoint.ts'

const area = { area: 'alerts', access: ['write:alerts'], cost: 5, errors: 'nested' } as const
const read = { ...area, access: ['read:blockchain', 'write:alerts'] } as const

export const alertEndpoints = {
  alertsCreate: defineUnavailable({ ...area, method: 'POST', path: '/v1/alerts', summary: 'Create an alert' }),
  alertsList: defineUnavailable({ ...read, method: 'GET', path: '/v1/alerts', summary: 'List alerts' }),
  alertsDelete: defineUnavailable({
    ...area,
    method: 'DELETE',
    path: '/v1/alerts/{alert_id}',
    summary: 'Delete an alert',
  }),
  alertsAcknowledge: defineUnavailable({
    ...area,
    method: 'POST',
    path: '/v1/alerts/{alert_id}/acknowledge',
    summary: 'Acknowledge an alert',
  }),
  alertsResolve: defineUnavailable({
    ...area,
    method: 'POST',
    path: '/v1/alerts/{alert_id}/resolve',
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
