import * as t from 'typebox'
import { gasChains } from './chains.ts'
import { defineEndpoint } from './endpoint.ts'
import { estimateExamples, gasExamples } from './gasExamples.ts'
import {
  CoreEstimate,
  EstimateBody,
  GasBacktest,
  GasComparison,
  GasComparisonEnvelope,
  GasEstimateEnvelope,
  GasHistory,
  GasInclusion,
  GasNow,
  GasOptimize,
  InclusionQuery,
  SimpleEstimateBody,
} from './gasShapes.ts'
import { chainParams, TextList } from './sharedParameters.ts'

const area = { area: 'gas', scopes: ['read:blockchain'], errors: 'nested' } as const
const ofChain = { ...area, params: chainParams, chains: gasChains } as const

export const gasEndpoints = {
  gasCompare: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/gas/compare',
    query: t.Object({
      chains: t.Optional(TextList),
      format: t.Optional(t.Enum(['core', 'envelope'], { description: 'Form of the response. Default: core' })),
    }),
    cost: 10,
    summary: 'Compare the gas prices of several chains',
    response: t.Union([GasComparison, GasComparisonEnvelope]),
    example: gasExamples.compare,
  }),
  gasCurrent: defineEndpoint({
    ...ofChain,
    method: 'GET',
    path: '/v1/gas/{chain}',
    cost: 5,
    summary: 'Current gas prices of a chain in four tiers',
    response: GasNow,
    example: gasExamples.now,
  }),
  gasInclusion: defineEndpoint({
    ...ofChain,
    method: 'GET',
    path: '/v1/gas/{chain}/inclusion',
    query: InclusionQuery,
    cost: 5,
    summary: 'Fees to put into a transaction for inclusion before a deadline, in wei',
    response: GasInclusion,
    example: gasExamples.inclusion,
  }),
  gasBacktest: defineEndpoint({
    ...ofChain,
    method: 'GET',
    path: '/v1/gas/{chain}/backtest',
    cost: 20,
    summary:
      'How often the stated confidence of the tiers came true on the newest blocks, compared with other estimators',
    response: GasBacktest,
    example: gasExamples.backtest,
  }),
  gasHistory: defineEndpoint({
    ...ofChain,
    method: 'GET',
    path: '/v1/gas/{chain}/history',
    query: t.Object({
      days: t.Optional(
        t.Integer({ minimum: 1, maximum: 365, default: 7, description: 'Length of the period in days' }),
      ),
      interval: t.Optional(t.Enum(['1h', '6h', '1d'], { description: 'Length of one interval. Default: 1h' })),
    }),
    cost: { base: 0, each: 20, per: 'day', of: 'days', size: 1 },
    summary: 'Past gas prices by days, as far as they are stored or can be read immediately',
    response: GasHistory,
    example: gasExamples.history,
  }),
  gasOptimize: defineEndpoint({
    ...ofChain,
    method: 'GET',
    path: '/v1/gas/{chain}/optimize',
    cost: 15,
    summary: 'Advice to send now or later, based on past savings from waiting',
    response: GasOptimize,
    example: gasExamples.optimize,
  }),
  gasEstimate: defineEndpoint({
    ...area,
    method: 'POST',
    path: '/v1/gas/estimate',
    body: EstimateBody,
    cost: 87,
    summary: 'Gas limit and total cost of a transaction',
    response: t.Union([CoreEstimate, GasEstimateEnvelope]),
    example: estimateExamples.core,
  }),
  gasEstimateChain: defineEndpoint({
    ...ofChain,
    method: 'POST',
    path: '/v1/gas/estimate/{chain}',
    body: SimpleEstimateBody,
    cost: 87,
    summary: 'Gas limit and total cost of a transaction on the chain of the path',
    response: CoreEstimate,
    example: estimateExamples.core,
  }),
}
