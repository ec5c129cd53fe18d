import { toEventSelector, zeroAddress, zeroHash } from 'viem'
import { describe, expect, it } from 'vitest'
import { emptyPair } from './fixtures/pairTrials.ts'
import { toEmptyPool } from './fixtures/tickTrials.ts'
import { applyPoolLog, poolKinds, poolTopics, quotePool, swapPool, toPoolRate } from './poolKinds.ts'
import type { PoolState } from './poolState.ts'

describe.each(Object.entries(poolKinds))('%s', (id, kind) => {
  it('is found by its own name, and its events are distinct', () => {
    expect(kind.kind).toBe(id)
    expect(kind.topics.length).toBeGreaterThan(0)
    expect(new Set(kind.topics).size).toBe(kind.topics.length)
    for (const topic of kind.topics) expect(poolTopics).toContain(topic)
  })
})

it('an empty pool has no quote, and logs of other contracts leave it unchanged', () => {
  const solidly = { kind: 'solidly', isStable: true, solver: 'solidly', reserve0: 0n, reserve1: 0n, fee: 100 } as const
  const pools: readonly PoolState[] = [
    emptyPair,
    toEmptyPool('uniswap_v3', { fee: 500, tickSpacing: 10 }),
    toEmptyPool('uniswap_v4', { fee: 500, tickSpacing: 10 }),
    { ...emptyPair, ...solidly, units: [10n ** 18n, 10n ** 6n] },
  ]
  for (const pool of pools) {
    const [first = zeroAddress, second = zeroAddress] = pool.tokens
    expect(quotePool(pool, first, second, 10n ** 18n)).toBeNull()
    expect(swapPool(pool, second, first, 10n ** 18n)).toBeNull()
    expect(toPoolRate(pool, first, second)).toBe(0)
    for (const topic of [...poolTopics, zeroHash])
      expect(applyPoolLog(pool, { address: zeroAddress, topics: [topic, zeroHash], data: '0x' })).toBe(pool)
    const transfer = toEventSelector('Transfer(address,address,uint256)')
    expect(applyPoolLog(pool, { address: pool.address, topics: [transfer], data: '0x' })).toBe(pool)
  }
})
