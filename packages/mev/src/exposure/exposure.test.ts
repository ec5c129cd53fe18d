import type { SwapAction } from '@outrigger/calldata'
import type { Transaction } from '@outrigger/mempool/internal'
import type { Hex } from 'viem'
import { expect, it } from 'vitest'
import { toAddress, toPair } from '../fixtures/pools.ts'
import { toPoolSnapshot } from '../view/poolSnapshot.ts'
import { getSlippageExposure } from './getSlippageExposure.ts'

const [weth, token] = [toAddress(1), toAddress(2)]
const even = 10n ** 21n
const snapshot = toPoolSnapshot([toPair(1, [weth, token], [even, even])], 1n)
const hash: Hex = `0x${'1'.repeat(64)}`
const quoted = (10n ** 19n * 997n * even) / (even * 1_000n + 10n ** 19n * 997n)

function expose(amountOut: bigint, amountIn = 10n ** 19n, gasPrice = 10n ** 9n) {
  const action: SwapAction = {
    kind: 'swap',
    protocol: 'uniswap_v2',
    function: 'swapExactTokensForTokens',
    target: null,
    depth: 0,
    exact: 'in',
    tokenIn: weth,
    tokenOut: token,
    amountIn,
    amountOut,
    path: [weth, token],
    pools: [],
    isReversed: null,
    isNativeIn: false,
    isNativeOut: false,
    recipient: null,
  }
  const transaction: Transaction = {
    hash,
    from: toAddress(9),
    to: toAddress(8),
    input: '0x' as Hex,
    value: 0n,
    nonce: 0,
    gas: 1n,
    type: 2,
    maxFeePerGas: 1n,
    maxPriorityFeePerGas: 1n,
  }
  const classification = {
    type: 'swap',
    rule: '',
    swap: null,
    actions: [action],
    undecoded: [],
    unknownDelegates: [],
  } as const
  const options = { native: weth, cost: { gasPrice, builderBidBps: 0 } }
  return getSlippageExposure({ transaction, classification }, snapshot, options)
}

it('returns the loss at a loose limit and the limits without a loss', () => {
  const loose = expose((quoted * 97n) / 100n).swaps[0]
  expect(loose).toMatchObject({ quotedAmount: quoted, maxLost: quoted - (quoted * 97n) / 100n })
  // A sandwich takes the whole difference to the limit, except for rounding.
  expect(Number(loose?.lost) / Number(loose?.maxLost)).toBeCloseTo(1, 6)
  expect(loose?.attackerProfit).toBeGreaterThan(10n ** 17n)
  expect(loose?.lostWei).toBeGreaterThan(0n)
  expect(loose?.safeLimit).toBeGreaterThan((quoted * 97n) / 100n)
  expect(loose?.safeLimit).toBeLessThan(quoted)
})

it.each(['safeLimit', 'quotedAmount'] as const)('loses nothing at its %s', (name) => {
  const limit = expose((quoted * 97n) / 100n).swaps[0]?.[name] ?? 0n
  expect(expose(limit).swaps[0]).toMatchObject({ lost: 0n, attackerProfit: 0n })
})

it('returns the loosest safe limit independent of the swap’s own limit', () => {
  const safeLimit = expose(0n).swaps[0]?.safeLimit ?? 0n
  for (const share of [50n, 97n, 100n]) expect(expose((quoted * share) / 100n).swaps[0]?.safeLimit).toBe(safeLimit)
  // A limit that is looser by a ten-millionth is profitable.
  expect(expose(safeLimit - quoted / 10n ** 7n).swaps[0]?.attackerProfit).toBeGreaterThan(0n)
})

it('keeps the safe limit within 1 % of the quote, also if looser limits are safe on these pools', () => {
  const toOnePercent = ({ quotedAmount = 0n } = {}) => quotedAmount - quotedAmount / 100n
  const small = expose(0n, 10n ** 14n).swaps[0]
  expect(small).toMatchObject({ lost: 0n, attackerProfit: 0n, safeLimit: toOnePercent(small) })
  // At this gas price, a sandwich is profitable only with a tolerance above 1 %.
  const medium = expose(0n, 35n * 10n ** 17n, 10n ** 11n).swaps[0]
  expect(medium?.attackerProfit).toBeGreaterThan(0n)
  expect(medium?.safeLimit).toBe(toOnePercent(medium))
})

it('reports that a limit above the quote reverts', () => {
  expect(expose(quoted + 1n)).toMatchObject({ reverts: true, swaps: [], gaps: [{ reason: 'insufficientOutput' }] })
})
