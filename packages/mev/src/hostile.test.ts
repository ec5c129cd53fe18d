import type { SwapAction } from '@outrigger/calldata'
import type { PoolState } from '@outrigger/defi/internal'
import { createUniform } from '@outrigger/devnet/random'
import type { Hex } from 'viem'
import { expect, it } from 'vitest'
import type { Terms } from './detect/context.ts'
import { detect, evaluateState, toPendingContext } from './detector/evaluate.ts'
import { toAddress, toPair, toTickPool } from './fixtures/pools.ts'
import { createPoolGraph } from './search/poolGraph.ts'
import type { PendingTransaction } from './view/applyTransaction.ts'
import { toPoolSnapshot } from './view/poolSnapshot.ts'

const count = Number(process.env['OUTRIGGER_HOSTILE_SWAPS'] ?? 3_000)
const [weth, a, b, c] = [toAddress(1), toAddress(2), toAddress(3), toAddress(4)]
const even = 10n ** 21n
const random = createUniform(42)
const edges = [0n, 1n, 2n, 2n ** 64n, 2n ** 112n - 1n, 2n ** 112n, 2n ** 128n, 2n ** 255n, 2n ** 256n - 1n]
const pick = <item>(list: readonly item[]): item => list[Math.floor(random() * list.length)] as item

/** Valid pools, and pools with impossible states, because a contract may return arbitrary values. */
const honest: readonly PoolState[] = [
  toPair(1, [weth, a], [even, even * 3n]),
  toPair(2, [a, b], [even, even]),
  toPair(3, [weth, b], [even, even * 4n], { dex: 'sushiswap' }),
  toTickPool(4, [weth, a], 3, random),
  toTickPool(5, [a, b], 1, random),
]
const tick = toTickPool(9, [weth, c], 1, random)
const lying: readonly PoolState[] = [
  toPair(10, [weth, a], [0n, 0n]),
  toPair(11, [weth, a], [1n, 2n ** 255n]),
  toPair(12, [a, b], [-5n, even]),
  toPair(13, [weth, weth], [even, even]),
  toPair(14, [b, c], [2n ** 112n - 1n, 1n], { fee: 1_000_000 }),
  toPair(15, [b, c], [even, even], { fee: 2_000_000 }),
  { ...tick, id: toAddress(0x20), liquidity: 0n, ticks: [] },
  { ...tick, id: toAddress(0x21), sqrtPriceX96: 0n },
  { ...tick, id: toAddress(0x22), liquidity: -1n },
  { ...tick, id: toAddress(0x23), ticks: [...tick.ticks].reverse() },
  { ...tick, id: toAddress(0x24), sqrtPriceX96: 2n ** 200n },
]
const pools = [...honest, ...lying]
const snapshot = toPoolSnapshot(pools, 1n)
const terms: Terms = {
  native: weth,
  graph: createPoolGraph(pools),
  minProfit: 1n,
  nextBaseFeePerGas: 1n,
  taxes: new Map([
    [c, { buyBps: 10_000, sellBps: 10_000, canSell: true }],
    [b, { buyBps: 20_000, sellBps: 0, canSell: false }],
  ]),
  isKnownToken: () => true,
  isKnownPool: () => true,
  cost: { gasPrice: 1n, builderBidBps: 9_000 },
}

function toSwap(): SwapAction {
  const path = Array.from({ length: Math.floor(random() * 5) }, () => pick([weth, a, b, c, toAddress(77)]))
  const amount = () => (random() < 0.1 ? null : random() < 0.5 ? pick(edges) : BigInt(Math.floor(1e18 * random() ** 4)))
  return {
    kind: 'swap',
    protocol: pick(['uniswap_v2', 'uniswap_v3', 'sushiswap', 'x']),
    target: null,
    depth: 0,
    function: pick(['swapExactTokensForTokens', 'V2_SWAP_EXACT_IN', 'f']),
    exact: pick(['in', 'out']),
    tokenIn: path[0] ?? null,
    tokenOut: path.at(-1) ?? null,
    path,
    amountIn: amount(),
    amountOut: random() < 0.5 ? 1n : amount(),
    isReversed: pick([null, true, false]),
    ...(random() < 0.5 && { tiers: [pick([0, 500, 3_000, -1])] }),
    pools: random() < 0.4 ? Array.from({ length: Math.ceil(random() * 3) }, () => pick(pools).id) : [],
    isNativeIn: false,
    isNativeOut: false,
    recipient: null,
  }
}

function toEntry(index: number): PendingTransaction {
  const hash: Hex = `0x${index.toString(16).padStart(64, '0')}`
  const fees = { maxFeePerGas: pick(edges), maxPriorityFeePerGas: pick(edges) }
  const call = { to: null, input: '0x', value: 0n, nonce: Math.floor(random() * 3), gas: 1n, type: 2 } as const
  return {
    transaction: { hash, from: toAddress(1_000 + Math.floor(random() * 5)), ...call, ...fees },
    classification: {
      type: 'swap',
      rule: '',
      swap: null,
      actions: [toSwap(), ...(random() < 0.3 ? [toSwap()] : [])],
      undecoded: [],
      unknownDelegates: [],
    },
    firstSeenMs: index,
  }
}

it(`survives ${count} mutated swaps in hostile pools and reports only finite profits`, () => {
  let found = 0
  for (let index = 0; index < count; index++) {
    const findings = detect(
      toPendingContext(toEntry(index), [toEntry(count + index)], snapshot, terms, { isQueued: index % 2 === 0 }),
    )
    for (const { estimatedProfit, confidence, swaps } of findings) {
      found += 1
      expect(estimatedProfit).toBeGreaterThan(0n)
      expect(confidence).toBeGreaterThan(0)
      expect(confidence).toBeLessThan(1)
      for (const { amountIn } of swaps) expect(amountIn).toBeGreaterThan(0n)
    }
  }
  expect(found).toBeGreaterThan(0)
}, 3_600_000)

it('searches cycles through hostile pools without errors or endless loops', () => {
  for (const { id } of pools) expect(() => evaluateState([id], snapshot, terms)).not.toThrow()
  expect(evaluateState([], snapshot, terms)).toEqual([])
})
