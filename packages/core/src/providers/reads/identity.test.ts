import { expect, it } from 'vitest'
import type { Endpoint } from '../endpoint.ts'
import { create, first, pool, second, useTwoProviders } from '../fixtures/twoProviders.ts'
import { checkIdentity } from './identity.ts'

useTwoProviders()

const [one, other] = [`0x${'11'.repeat(32)}`, `0x${'99'.repeat(32)}`]
const accepts = (method: string, params: readonly unknown[], result: unknown) => {
  try {
    checkIdentity({ name: 'primary' } as Endpoint, { method, params }, result)
    return true
  } catch {
    return false
  }
}

it.each<[string, readonly unknown[], object, object]>([
  ['eth_getTransactionReceipt', [one], { transactionHash: one }, { transactionHash: other }],
  ['eth_getTransactionByHash', [one], { hash: one }, { hash: other }],
  [
    'eth_getTransactionByBlockHashAndIndex',
    [one, '0x2'],
    { blockHash: one, transactionIndex: '0x2' },
    { blockHash: one, transactionIndex: '0x3' },
  ],
  [
    'eth_getTransactionByBlockNumberAndIndex',
    ['0x5', '0x2'],
    { blockNumber: '0x5', transactionIndex: '0x2' },
    { blockNumber: '0x6', transactionIndex: '0x2' },
  ],
  ['eth_getBlockByHash', [one, false], { hash: one }, { hash: other }],
  ['eth_getBlockByNumber', ['0x5', false], { number: '0x5' }, { number: '0x6' }],
  ['eth_getBlockReceipts', [one], [{ blockHash: one }, { blockHash: one }], [{ blockHash: one }, { blockHash: other }]],
  ['eth_getBlockReceipts', ['0x5'], [{ blockNumber: '0x5', blockHash: one }], [{ blockNumber: '0x6', blockHash: one }]],
])('%s is of what was asked for', (method, params, right, wrong) => {
  expect(accepts(method, params, right)).toBe(true)
  expect(accepts(method, params, wrong)).toBe(false)
  expect(accepts(method, params, null)).toBe(true)
})

it('tags, letter case and leading zeros do not matter', () => {
  expect(accepts('eth_getBlockByNumber', ['latest', false], { number: '0x6', hash: one })).toBe(true)
  expect(accepts('eth_getBlockByNumber', ['pending', false], { number: '0x6', hash: null })).toBe(true)
  expect(accepts('eth_getBlockByNumber', ['0x05', false], { number: '0x5' })).toBe(true)
  expect(accepts('eth_getBlockByHash', [`0x${'AB'.repeat(32)}`, false], { hash: `0x${'ab'.repeat(32)}` })).toBe(true)
  expect(accepts('eth_getBlockReceipts', ['latest'], [{ blockNumber: '0x6', blockHash: one }])).toBe(true)
})

it('the receipt of another transaction is rejected, and the backup is called', async () => {
  create()
  first.scripts['eth_getTransactionReceipt'] = ({ id }) => ({ id, result: { transactionHash: other, status: '0x0' } })
  second.scripts['eth_getTransactionReceipt'] = ({ id }) => ({ id, result: { transactionHash: one, status: '0x1' } })
  const request = { method: 'eth_getTransactionReceipt', params: [one] }
  expect(await pool.send(request)).toMatchObject({ result: { transactionHash: one, status: '0x1' }, role: 'backup' })
})
