import { describe, expect, it } from 'vitest'
import type { Answer } from '../poolTypes.ts'
import type { Payload } from '../wire/rpcCall.ts'
import { createReadCache, type Lifetime, toLifetime } from './readCache.ts'

const hash = `0x${'ab'.repeat(32)}`

describe('the lifetime of an answer', () => {
  it.each<[string, readonly unknown[], unknown, Lifetime]>([
    ['eth_getBlockByHash', [hash, false], {}, { kind: 'forever' }],
    ['eth_getBalance', ['0x0', '0x5'], '0x1', { kind: 'final', block: 5n }],
    ['eth_getBalance', ['0x0', 'latest'], '0x1', { kind: 'head' }],
    ['eth_getBalance', ['0x0', 'pending'], '0x1', { kind: 'none' }],
    ['eth_getLogs', [{ fromBlock: '0x1', toBlock: '0x5' }], [], { kind: 'final', block: 5n }],
    ['eth_getLogs', [{ fromBlock: '0x1' }], [], { kind: 'none' }],
    ['eth_getTransactionReceipt', [hash], { blockNumber: '0x5' }, { kind: 'final', block: 5n }],
    ['eth_getTransactionByHash', [hash], { blockNumber: null }, { kind: 'none' }],
    ['eth_getBlockByHash', [hash, false], null, { kind: 'none' }],
    ['eth_gasPrice', [], '0x1', { kind: 'head' }],
    ['net_peerCount', [], '0x1', { kind: 'none' }],
  ])('%s %j', (method, params, value, lifetime) => {
    expect(toLifetime({ method, params }, value)).toEqual(lifetime)
  })
})

describe('the cache', () => {
  const answer = (value: string) =>
    ({
      result: { value, text: () => JSON.stringify(value) },
      provider: 'primary',
      role: 'primary',
      block: null,
    }) as unknown as Answer<Payload>

  it('keeps final answers, and answers at a head for that head and at most a second', () => {
    let nowMs = 0
    const cache = createReadCache(100_000, { now: () => nowMs })
    cache.set('final', { kind: 'final', block: 5n }, answer('a'), { final: 5n, head: '9' })
    cache.set('young', { kind: 'final', block: 6n }, answer('b'), { final: 5n, head: '9' })
    cache.set('head', { kind: 'head' }, answer('c'), { final: 5n, head: '9' })
    cache.set('unpushed', { kind: 'head' }, answer('d'), { final: 5n, head: null })
    const values = (head: string | null) =>
      ['final', 'young', 'head', 'unpushed'].map((key) => cache.get(key, head)?.result.value)
    expect(values('9')).toEqual(['a', undefined, 'c', undefined])
    nowMs = 1000
    expect(values('9')).toEqual(['a', undefined, undefined, undefined])
    cache.clear()
    expect(values('9')).toEqual([undefined, undefined, undefined, undefined])
  })

  it('does not store an answer larger than an eighth of the cache', () => {
    const cache = createReadCache(8000, { now: () => 0 })
    cache.set('large', { kind: 'forever' }, answer('x'.repeat(1000)), { final: null, head: null })
    cache.set('small', { kind: 'forever' }, answer('x'), { final: null, head: null })
    expect([cache.get('large', null), cache.get('small', null)?.result.value]).toEqual([undefined, 'x'])
  })

  it('stores a long answer as text and parses it on each read', () => {
    const cache = createReadCache(8_000_000, { now: () => 0 })
    const block = {
      transactions: Array.from({ length: 1000 }, (_, index) => `0x${index.toString(16).padStart(64, '0')}`),
    }
    const parsed = answer('') as { result: Payload }
    parsed.result = { value: block, text: () => JSON.stringify(block) }
    cache.set('long', { kind: 'forever' }, parsed as Answer<Payload>, { final: null, head: null })
    const read = () => cache.get('long', null)?.result
    expect(read()?.text()).toBe(JSON.stringify(block))
    expect(read()?.value).toEqual(block)
    expect(read()?.value).not.toBe(block)
  })
})
