import * as t from 'typebox'
import { defineUnavailable } from './endpoint.ts'
import { AnyAddress, CallData, chainParams, Text, TextList, Wei } from './planned.ts'

const gasChains = ['ethereum', 'polygon', 'arbitrum', 'optimism', 'base', 'avalanche', 'bsc'] as const

const area = { area: 'gas', scopes: ['read:blockchain'], errors: 'nested' } as const
const ofChain = { ...area, params: chainParams, chains: gasChains } as const

export const gasEndpoints = {
  gasCompare: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/gas/compare',
    query: t.Object({ chains: t.Optional(TextList), format: t.Optional(t.Enum(['core', 'envelope'])) }),
    check({ chains, format }) {
      const isMissing = chains === undefined && format !== 'envelope'
      return isMissing ? { path: 'query.chains', message: 'is required' } : undefined
    },
    cost: 10,
    summary: 'Gas of several chains side by side',
  }),
  gasCurrent: defineUnavailable({
    ...ofChain,
    method: 'GET',
    path: '/v1/gas/{chain}',
    cost: 5,
    summary: 'Current gas prices',
  }),
  gasHistory: defineUnavailable({
    ...ofChain,
    method: 'GET',
    path: '/v1/gas/{chain}/history',
    query: t.Object({
      days: t.Optional(t.Integer({ minimum: 1, maximum: 365, default: 7 })),
      interval: t.Optional(t.Enum(['1h', '6h', '1d'])),
    }),
    cost: { base: 0, each: 20, per: 'day' },
    summary: 'Gas prices over days',
  }),
  gasOptimize: defineUnavailable({
    ...ofChain,
    method: 'GET',
    path: '/v1/gas/{chain}/optimize',
    cost: 15,
    summary: 'When to send',
  }),
  gasEstimate: defineUnavailable({
    ...area,
    method: 'POST',
    path: '/v1/gas/estimate',
    body: t.Object({
      chain_id: t.Optional(Text),
      to_address: t.Optional(AnyAddress),
      from_address: t.Optional(AnyAddress),
      transaction_type: t.Optional(Text),
      chain: t.Optional(Text),
      from: t.Optional(AnyAddress),
      to: t.Optional(AnyAddress),
      value: t.Optional(t.Union([Wei, t.Null()])),
      data: t.Optional(CallData),
    }),
    check({ chain_id, chain }) {
      const isOne = (chain_id === undefined) !== (chain === undefined)
      return isOne ? undefined : { path: 'body', message: 'needs one of chain_id and chain' }
    },
    cost: 87,
    summary: 'Gas limit and cost of a transaction',
  }),
  gasEstimateChain: defineUnavailable({
    ...ofChain,
    method: 'POST',
    path: '/v1/gas/estimate/{chain}',
    body: t.Object({
      from: t.Optional(AnyAddress),
      to: t.Optional(AnyAddress),
      value: t.Optional(t.Union([Wei, t.Null()])),
      data: t.Optional(CallData),
    }),
    cost: 87,
    summary: 'Gas limit and cost of a transaction on one chain',
  }),
}
