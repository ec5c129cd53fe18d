import { describe, expect, it } from 'vitest'
import { findDescriptions, requireDescribed } from './fixtures/describedMessages.ts'

const connect = '/api/v1/ws/connect'
const address = '0x00000000000000000000000000000000000000e1'

// Every test that opens a stream validates the node's messages against the document.
describe('messages that the AsyncAPI document describes', () => {
  it.each([
    ['/ws/v1/ethereum', { action: 'subscribe', channel: 'newHeads' }, ['chainSubscribe']],
    [
      '/ws/v1/ethereum',
      { action: 'subscribe', channel: 'logs', params: { address, topics: [null] }, cursor: 'x' },
      ['chainSubscribe'],
    ],
    ['/ws/v1/ethereum', { action: 'unsubscribe', subscription_id: 'sub_1' }, ['unsubscribe']],
    ['/api/v1/mempool/ethereum/stream', { action: 'subscribe', filter: { tx_types: ['swap'] } }, ['mempoolSubscribe']],
    ['/api/v1/defi/base/liquidations/stream', { action: 'subscribe' }, ['liquidationsSubscribe']],
    [connect, { action: 'subscribe', stream: 'mempool', chain: 'ethereum' }, ['mempoolSubscribeByName']],
    [connect, { action: 'subscribe', stream: 'chain', chain: '1', channel: 'slots' }, ['chainSubscribeByName']],
    ['/ethereum/ws', { jsonrpc: '2.0', id: 1, method: 'eth_chainId' }, ['rpcCall']],
    ['/base/ws', { jsonrpc: '2.0', id: 'a', method: 'eth_subscribe', params: ['newHeads'] }, ['rpcSubscribe']],
    [
      '/base/ws',
      { jsonrpc: '2.0', id: null, method: 'eth_subscribe', params: ['logs', { address, topics: [null] }] },
      ['rpcSubscribe'],
    ],
    [
      '/base/ws',
      { jsonrpc: '2.0', id: 1, method: 'eth_unsubscribe', params: [`0x${'ab'.repeat(16)}`] },
      ['rpcUnsubscribe'],
    ],
    ['/base/ws', [{ jsonrpc: '2.0', id: 1, method: 'eth_chainId' }], ['rpcBatch']],
  ])('%s takes %j', (path, message, names) => {
    expect(findDescriptions(path, 'receive', message)).toEqual(names)
  })

  it.each([
    [connect, { action: 'subscribe', chain: 'ethereum', channel: 'newHeads' }],
    ['/ws/v1/ethereum', { action: 'subscribe', channel: 'heads' }],
    ['/ws/v1/ethereum', { action: 'subscribe', channel: 'logs', params: { adress: address } }],
    ['/api/v1/mempool/ethereum/stream', { action: 'subscribe', filter: { tx_types: ['swaps'] } }],
    ['/ws/v1/ethereum', { action: 'unsubscribe' }],
    ['/base/ws', { jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['heads'] }],
    ['/base/ws', { jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads', {}] }],
    ['/base/ws', { jsonrpc: '2.0', id: 1, method: 'eth_unsubscribe', params: [] }],
    ['/base/ws', []],
  ])('%s takes no %j', (path, message) => {
    expect(findDescriptions(path, 'receive', message)).toEqual([])
  })

  it('are no others: with another type, a field too few or too many', () => {
    const data = { number: 1, hash: '0x1', parent_hash: '0x0', timestamp: '2026-11-21T12:00:00.000Z', removed: false }
    const event = { channel: 'newHeads', cursor: 'c', subscription_id: 'sub_1', data }
    const path = '/ws/v1/ethereum'
    expect(requireDescribed(path, event)).toBe(event)
    const others = [
      { ...event, channel: 'heads' },
      { ...event, data: { ...data, number: '1' } },
      { ...event, data: { ...data, timestamp: 'now' } },
      { ...event, data: { ...data, more: 1 } },
      { ...event, cursor: undefined },
      { type: 'error', error: 'NO_SUCH_CODE', message: 'x' },
      { type: 'lagged', dropped: 0 },
    ]
    for (const other of others) expect(() => requireDescribed(path, other), JSON.stringify(other)).toThrow('0 times')
    expect(() => requireDescribed('/api/v1/mempool/ethereum/stream', event)).toThrow('0 times')
  })
})
