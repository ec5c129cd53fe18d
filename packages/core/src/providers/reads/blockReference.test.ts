import { expect, it } from 'vitest'
import { readsState, toBlockReference, toLogsRange, toResultBlock } from './blockReference.ts'

const hash = `0x${'Ab'.repeat(32)}`

it.each<[string, readonly unknown[], unknown]>([
  ['eth_getBalance', ['0x0', '0x10'], { kind: 'number', number: 16n }],
  ['eth_getBalance', ['0x0'], { kind: 'tag', tag: 'latest' }],
  ['eth_getBalance', ['0x0', 'pending'], { kind: 'tag', tag: 'pending' }],
  ['eth_getBalance', ['0x0', 'earliest'], { kind: 'number', number: 0n }],
  ['eth_getStorageAt', ['0x0', '0x1', '0x10'], { kind: 'number', number: 16n }],
  ['eth_call', [{}, { blockHash: hash }], { kind: 'hash', hash: hash.toLowerCase() }],
  ['eth_call', [{}, { blockNumber: '0x10' }], { kind: 'number', number: 16n }],
  ['eth_getBlockReceipts', [hash], { kind: 'hash', hash: hash.toLowerCase() }],
  ['eth_getBlockByHash', [hash, false], { kind: 'hash', hash: hash.toLowerCase() }],
  ['eth_getLogs', [{ fromBlock: '0x1', toBlock: '0x5' }], { kind: 'number', number: 5n }],
  ['eth_getLogs', [{ fromBlock: '0x1' }], { kind: 'tag', tag: 'latest' }],
  ['eth_getTransactionReceipt', [hash], null],
  ['toString', [], null],
])('%s %j asks for its block', (method, params, reference) => {
  expect(toBlockReference({ method, params })).toEqual(reference)
})

it('a log range has two block numbers', () => {
  const range = (filter: unknown) => toLogsRange({ method: 'eth_getLogs', params: [filter] })
  expect(range({ fromBlock: '0x1', toBlock: '0x5' })).toEqual({ from: 1n, to: 5n })
  for (const filter of [{}, { fromBlock: '0x1' }, { blockHash: hash }, null]) expect(range(filter)).toBeNull()
})

it('a result contains its block number', () => {
  expect(toResultBlock({ number: '0x5' })).toBe(5n)
  expect(toResultBlock({ blockNumber: '0x6', number: '0x5' })).toBe(6n)
  for (const value of [null, '0x5', {}, { number: null }]) expect(toResultBlock(value)).toBeNull()
})

it('calls, balances and traces read state', () => {
  for (const method of ['eth_call', 'eth_getBalance', 'trace_block']) expect(readsState({ method })).toBe(true)
  for (const method of ['eth_getLogs', 'eth_blockNumber', 'xeth_call']) expect(readsState({ method })).toBe(false)
})
