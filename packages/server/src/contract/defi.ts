import { defineUnavailable } from './endpoint.ts'

const area = { area: 'defi', access: ['read:blockchain'], cost: 20, errors: 'nested' } as const

export const defiEndpoints = {
  defiPositionHealth: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/defi/{chain}/positions/{address}/health',
    summary: 'Lending positions of an address',
  }),
  defiOpportunities: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/defi/{chain}/liquidations/opportunities',
    summary: 'Positions that can be liquidated',
  }),
  defiProtocolsStats: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/defi/{chain}/protocols/stats',
    summary: 'Lending protocols in figures',
  }),
  defiProtocols: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/defi/{chain}/protocols',
    summary: 'Lending protocols of a chain',
  }),
}
