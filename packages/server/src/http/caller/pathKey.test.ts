import { expect, it } from 'vitest'
import { moveKeyToHeader } from './pathKey.ts'

it.each([
  ['/base/rpc/or_a_b', '/base/rpc', 'or_a_b'],
  ['/8453/ws/or_a_b?x=/1', '/8453/ws?x=/1', 'or_a_b'],
  ['/base/rpc/', '/base/rpc', undefined],
  ['/base/rpc', '/base/rpc', undefined],
  ['/base/rpc/a/b', '/base/rpc/a/b', undefined],
  ['/ethereum/beacon/rpc/a', '/ethereum/beacon/rpc/a', undefined],
])('reads %s as %s with the key %s', (url, path, key) => {
  const request = { url, headers: {} as Record<string, string> }
  moveKeyToHeader(request)
  expect([request.url, request.headers['x-api-key']]).toEqual([path, key])
})

it('prefers a key in a header', () => {
  for (const headers of [{ 'x-api-key': 'own' }, { authorization: 'Bearer own' }]) {
    const request = { url: '/base/rpc/other', headers: { ...headers } }
    moveKeyToHeader(request)
    expect(request).toEqual({ url: '/base/rpc', headers })
  }
})
