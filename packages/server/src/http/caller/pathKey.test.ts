import { expect, it } from 'vitest'
import { toCredential } from './credentials.ts'
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

it('comes after X-API-Key, and before an Authorization that may be meant for a proxy', () => {
  const own = { url: '/base/rpc/other', headers: { 'x-api-key': 'own' } }
  moveKeyToHeader(own)
  expect(toCredential(own.headers)).toBe('own')
  const proxied = { url: '/base/rpc/other', headers: { authorization: 'Basic dXNlcjpwYXNz' } }
  moveKeyToHeader(proxied)
  expect(toCredential(proxied.headers)).toBe('other')
})
