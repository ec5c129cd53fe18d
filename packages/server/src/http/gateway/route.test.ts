import { expect, it } from 'vitest'
import { isRestPath, toGatewayRoute } from './route.ts'

it.each([
  ['/base/rpc', { kind: 'rpc', chain: 'base' }],
  ['/8453/rpc?x=/y', { kind: 'rpc', chain: 'base' }],
  ['/ethereum/beacon/headers/head?a=b', { kind: 'beacon', wanted: 'headers/head?a=b' }],
  ['/1/beacon/genesis', { kind: 'beacon', wanted: 'genesis' }],
])('%s leads somewhere', (url, route) => {
  expect(toGatewayRoute(url)).toEqual(route)
})

it.each([
  ['/base/ws', 'INVALID_PARAMETER'],
  ['/base/beacon/genesis', 'NOT_FOUND'],
  ['/base', 'NOT_FOUND'],
  ['/', 'NOT_FOUND'],
  ['/base/rpc/more', 'NOT_FOUND'],
])('%s is refused', (url, code) => {
  expect(() => toGatewayRoute(url)).toThrow(expect.objectContaining({ code }))
})

it('knows the paths of the REST listener', () => {
  for (const path of ['/', '/api', '/api/v1/health', '/metrics', '/openapi.json', '/openrpc.json'])
    expect(isRestPath(path)).toBe(true)
  for (const path of ['/apis', '/ethereum/rpc']) expect(isRestPath(path)).toBe(false)
})
