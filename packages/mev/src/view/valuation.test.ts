import { quotePool } from '@outrigger/defi/internal'
import { createUniform } from '@outrigger/devnet/random'
import type { Address } from 'viem'
import { describe, expect, it } from 'vitest'
import { toAddress, toTickPool } from '../fixtures/pools.ts'
import { toAmount } from '../fixtures/random.ts'
import { createMarket } from '../search/fixtures/markets.ts'
import { type PoolSnapshot, toPoolSnapshot } from './poolSnapshot.ts'
import { createPoolView } from './poolView.ts'
import { toNativeValue } from './valuation.ts'

const native = toAddress(1)

/** Quotes every route exactly. */
function quoteAll(pools: PoolSnapshot, token: Address, amount: bigint): bigint | null {
  let best: bigint | null = null
  for (const first of pools.bridges(token, native))
    for (const bridge of first.tokens) {
      if (bridge === token || bridge === native) continue
      const middle = quotePool(first, token, bridge, amount) ?? 0n
      for (const last of pools.byTokens(bridge, native)) {
        const out = middle === 0n ? null : quotePool(last, bridge, native, middle)
        if (out !== null && (best === null || out > best)) best = out
      }
    }
  return best
}

describe('toNativeValue', () => {
  const random = createUniform(3)
  const market = createMarket(5, { pools: 300, tokens: 24 })
  const ticks = Array.from({ length: 20 }, (_, index) => {
    const [a, b] = [2 + Math.floor(random() * 6), 9 + index]
    return toTickPool(1_000 + index, [toAddress(a), toAddress(b)], 1, random)
  })
  const pools = [...market, ...ticks]
  const snapshot = toPoolSnapshot(pools, 1n)
  /** Only tokens without a direct pool are valued through two pools. */
  const withoutDirect = (token: Address) =>
    toPoolSnapshot(
      pools.filter(({ tokens }) => !(tokens.includes(token) && tokens.includes(native))),
      1n,
    )
  const tokens = Array.from({ length: 32 }, (_, index) => toAddress(2 + index))

  it('equals the best of all routes for amounts of any size', () => {
    let quoted = 0
    for (const token of tokens) {
      const indirect = withoutDirect(token)
      for (let exponent = 0; exponent < 34; exponent++) {
        const amount = toAmount(random, 10 ** exponent, 10 ** (exponent + 1))
        const value = toNativeValue(indirect, native, token, amount)
        expect(value).toBe(quoteAll(indirect, token, amount))
        if (value !== null) quoted += 1
      }
    }
    expect(quoted).toBeGreaterThan(500)
  })

  it('uses the pools of a view', () => {
    let changes = 0
    for (const token of tokens) {
      const indirect = withoutDirect(token)
      const view = createPoolView(indirect)
      const [first] = indirect.bridges(token, native)
      if (first?.kind !== 'pair') continue
      view.set({ ...first, reserve0: first.reserve0 / 2n, reserve1: first.reserve1 * 2n })
      const value = toNativeValue(view, native, token, 10n ** 18n)
      expect(value).toBe(quoteAll(view, token, 10n ** 18n))
      if (value !== toNativeValue(indirect, native, token, 10n ** 18n)) changes += 1
    }
    expect(changes).toBeGreaterThan(5)
  })

  it('returns null if no pool trades the token', () => {
    expect(toNativeValue(snapshot, native, toAddress(999), 1n)).toBeNull()
    expect(toNativeValue(snapshot, native, toAddress(5), 2n ** 112n)).toBeNull()
  })
})
