import { defineUnavailable } from './endpoint.ts'

const area = { area: 'metrics', access: ['read:blockchain'], cost: 5, errors: 'nested' } as const

export const metricsEndpoints = {
  metrics: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/metrics',
    summary: 'Health, analytics, monitoring and usage metrics',
  }),
  metricsTypes: defineUnavailable({ ...area, method: 'GET', path: '/v1/metrics/types', summary: 'Types of metrics' }),
}
