import { expect, it } from 'vitest'
import { toMethodHandling } from './handling.ts'

it.each([
  ['eth_chainId', ['forever'], false],
  ['eth_blockNumber', ['head'], false],
  ['eth_getBalance', ['forever', 'final', 'head'], false],
  ['eth_getBlockByHash', ['forever'], true],
  ['eth_getBlockByNumber', ['forever', 'final', 'head'], true],
  ['eth_getTransactionReceipt', ['final'], true],
  ['eth_getLogs', ['forever', 'final'], true],
  ['eth_syncing', [], false],
] as const)('tells of %s what is cached and confirmed', (method, cached, confirmsEmpty) => {
  const handling = toMethodHandling(method)
  expect({ ...handling, cached: [...handling.cached].sort() }).toEqual({
    write: false,
    hedged: true,
    cached: [...cached].sort(),
    confirmsEmpty,
  })
})

it('hedges and caches neither writes nor filters', () => {
  const never = { hedged: false, cached: [], confirmsEmpty: false }
  expect(toMethodHandling('eth_sendRawTransaction')).toEqual({ write: true, ...never })
  expect(toMethodHandling('eth_getFilterChanges')).toEqual({ write: false, ...never })
})
