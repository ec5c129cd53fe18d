import { defineUnavailable } from './endpoint.ts'

const area = { area: 'integrations', access: ['read:blockchain'], cost: 10, errors: 'envelope' } as const

export const integrationEndpoints = {
  tvl: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/integrations/tvlsource/metrics/tvl',
    summary: 'Total value locked',
  }),
  yields: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/integrations/tvlsource/metrics/yields',
    summary: 'Yields of pools',
  }),
  dexVolumes: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/integrations/tvlsource/metrics/volumes',
    summary: 'Volumes of exchanges',
  }),
  marketSummary: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/integrations/tvlsource/metrics/summary',
    summary: 'Market summary',
  }),
  swapQuote: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/integrations/tvlsource/swap/quote',
    summary: 'Swap quote',
  }),
  aggregatorQuote: defineUnavailable({
    ...area,
    method: 'POST',
    path: '/v1/integrations/dex/aggregator/quote',
    summary: 'Swap quote of the aggregator',
  }),
  aggregatorSwap: defineUnavailable({
    ...area,
    method: 'POST',
    path: '/v1/integrations/dex/aggregator/swap',
    summary: 'Swap transaction of the aggregator',
  }),
  aggregatorTokens: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/integrations/dex/aggregator/supported-tokens',
    summary: 'Tokens of the aggregator',
  }),
}
