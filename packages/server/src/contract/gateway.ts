import { defineUnavailable } from './endpoint.ts'

const area = { area: 'gateway', access: ['read:blockchain'], cost: 5, errors: 'nested' } as const

export const gatewayEndpoints = {
  gatewayStatus: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/gateway/status',
    summary: 'Direct node access, per chain',
  }),
  gatewayChain: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/gateway/chains/{chain}',
    summary: 'Direct node access of one chain',
  }),
  gatewayHealth: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/gateway/health',
    summary: 'Health of direct node access',
  }),
}
