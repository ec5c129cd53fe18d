import { defineUnavailable } from './endpoint.ts'

const area = { area: 'mempool', access: ['read:blockchain'], cost: 10, errors: 'nested' } as const

export const mempoolEndpoints = {
  mempoolStatus: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/mempool/{chain}/status',
    summary: 'Whether the mempool is watched',
  }),
  mempoolStats: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/mempool/{chain}/stats',
    summary: 'What is pending, in figures',
  }),
  mempoolPending: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/mempool/{chain}/pending',
    summary: 'Pending transactions, classified',
  }),
  mempoolSwaps: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/mempool/{chain}/swaps',
    summary: 'Pending swaps',
  }),
  mempoolLiquidations: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/mempool/{chain}/liquidations',
    summary: 'Pending liquidations',
  }),
}
