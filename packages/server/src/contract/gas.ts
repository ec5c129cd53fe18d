import { defineUnavailable } from './endpoint.ts'

const area = { area: 'gas', access: ['read:blockchain'], errors: 'nested' } as const

export const gasEndpoints = {
  gasCompare: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/gas/compare',
    cost: 10,
    summary: 'Gas of several chains side by side',
  }),
  gasCurrent: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/gas/{chain}',
    cost: 5,
    summary: 'Current gas prices',
  }),
  gasHistory: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/gas/{chain}/history',
    cost: { base: 0, each: 20, per: 'day' },
    summary: 'Gas prices over days',
  }),
  gasOptimize: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/gas/{chain}/optimize',
    cost: 15,
    summary: 'When to send',
  }),
  gasEstimate: defineUnavailable({
    ...area,
    method: 'POST',
    path: '/v1/gas/estimate',
    cost: 87,
    summary: 'Gas limit and cost of a transaction',
  }),
  gasEstimateChain: defineUnavailable({
    ...area,
    method: 'POST',
    path: '/v1/gas/estimate/{chain}',
    cost: 87,
    summary: 'Gas limit and cost of a transaction on one chain',
  }),
}
