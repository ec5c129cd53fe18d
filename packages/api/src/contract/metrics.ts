import * as t from 'typebox'
import { defineUnavailable } from './endpoint.ts'

const area = { area: 'metrics', scopes: ['read:blockchain'], cost: 5, errors: 'nested' } as const

export const metricsEndpoints = {
  metrics: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/metrics',
    query: t.Object({
      type: t.Optional(t.Enum(['health', 'analytics', 'monitoring', 'usage', 'all'])),
      hours: t.Optional(t.Integer({ minimum: 1, maximum: 8760, default: 24 })),
      detail: t.Optional(t.Enum(['full', 'summary'])),
    }),
    summary: 'Health, analytics, monitoring and usage metrics',
  }),
  metricsTypes: defineUnavailable({ ...area, method: 'GET', path: '/v1/metrics/types', summary: 'Types of metrics' }),
}
