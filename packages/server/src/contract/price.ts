import { defineUnavailable } from './endpoint.ts'

const area = { area: 'price', access: ['read:blockchain'], errors: 'nested' } as const

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
    cost: 10,
    summary: 'Price of a token across exchanges',
  }),
  priceHistory: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/price/{chain}/{symbol}/history',
    cost: { base: 0, each: 15, per: 'day' },
    summary: 'Price of a token over days',
  }),
}
