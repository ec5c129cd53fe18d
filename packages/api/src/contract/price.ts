import * as t from 'typebox'
import { defineUnavailable } from './endpoint.ts'
import { Chain, TextList } from './planned.ts'
import { chainNames } from './vocabulary.ts'

const area = {
  area: 'price',
  scopes: ['read:blockchain'],
  errors: 'nested',
  params: t.Object({ chain: Chain, symbol: t.String({ pattern: '^[\\w.$+-]{1,32}$', description: 'Of a token' }) }),
  chains: chainNames,
} as const

export const priceEndpoints = {
  priceCurrent: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/price/{chain}/{symbol}',
    cost: 5,
    summary: 'Price of a token',
  }),
  priceCompare: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/price/{chain}/{symbol}/compare',
    query: t.Object({ exchanges: TextList }),
    cost: 10,
    summary: 'Price of a token across exchanges',
  }),
  priceHistory: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/price/{chain}/{symbol}/history',
    query: t.Object({
      days: t.Optional(t.Integer({ minimum: 1, maximum: 365, default: 30 })),
      interval: t.Optional(t.Enum(['1h', '1d', '1w'])),
    }),
    cost: { base: 0, each: 15, per: 'day' },
    summary: 'Price of a token over days',
  }),
}
