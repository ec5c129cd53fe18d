import * as t from 'typebox'
import { defineUnavailable } from './endpoint.ts'
import { AnyAddress, Text, Wei } from './planned.ts'

const area = { area: 'integrations', scopes: ['read:blockchain'], cost: 10, errors: 'envelope' } as const

const Slippage = t.Optional(t.Number({ minimum: 0, maximum: 100, default: 0.5, description: 'Percent' }))
const quote = { chain: Text, from_token: AnyAddress, to_token: AnyAddress, amount: Wei, slippage: Slippage }

export const integrationEndpoints = {
  tvl: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/integrations/tvlsource/metrics/tvl',
    query: t.Object({ protocol: t.Optional(Text), chain: t.Optional(Text) }),
    summary: 'Total value locked',
  }),
  yields: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/integrations/tvlsource/metrics/yields',
    query: t.Object({
      chain: t.Optional(Text),
      project: t.Optional(Text),
      min_apy: t.Optional(t.Number()),
      min_tvl: t.Optional(t.Number({ minimum: 0, description: 'US dollars' })),
      stablecoin: t.Optional(t.Boolean()),
    }),
    summary: 'Yields of pools',
  }),
  dexVolumes: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/integrations/tvlsource/metrics/volumes',
    query: t.Object({
      chain: t.Optional(Text),
      dex: t.Optional(Text),
      period: t.Optional(t.Enum(['24h', '7d', '30d'])),
    }),
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
    query: t.Object(quote),
    summary: 'Swap quote',
  }),
  aggregatorQuote: defineUnavailable({
    ...area,
    method: 'POST',
    path: '/v1/integrations/dex/aggregator/quote',
    body: t.Object(quote),
    summary: 'Swap quote of the aggregator',
  }),
  aggregatorSwap: defineUnavailable({
    ...area,
    method: 'POST',
    path: '/v1/integrations/dex/aggregator/swap',
    body: t.Object({
      ...quote,
      from_address: AnyAddress,
      disable_estimate: t.Optional(t.Boolean()),
      permit: t.Optional(t.String()),
    }),
    summary: 'Swap transaction of the aggregator',
  }),
  aggregatorTokens: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/integrations/dex/aggregator/supported-tokens',
    query: t.Object({ chain: t.Optional(Text) }),
    summary: 'Tokens of the aggregator',
  }),
}
