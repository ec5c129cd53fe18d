import { expect, it } from 'vitest'
import { describeLeg, describeSwap, describeTotal } from './exposure.ts'

const [weth, usdc]: readonly [`0x${string}`, `0x${string}`] = [`0x${'c0'.repeat(20)}`, `0x${'a0'.repeat(20)}`]
const tokens = { [weth]: { symbol: 'WETH', decimals: 18 }, [usdc]: { symbol: 'USDC', decimals: 6 } }
const terms = { chain: 'ethereum', tokens }
const leg = {
  dex: 'uniswap_v2',
  pools: [],
  tokenIn: weth,
  tokenOut: usdc,
  exact: 'in',
  amountIn: 200n * 10n ** 18n,
  amountOut: 600_000_000_000n,
  quotedAmount: 600_000_000_000n,
  limit: 592_500_000_000n,
  lost: 7_500_000_000n,
  lostUsd: 7500,
  lostWei: 25n * 10n ** 17n,
  maxLost: 7_500_000_000n,
  attackerProfit: 10n ** 18n,
  safeLimit: 599_990_000_000n,
} as const
const total = {
  token: usdc,
  exact: 'in',
  quotedAmount: 1_500_000_000_000n,
  limit: 1_492_500_000_000n,
  lost: 7_500_000_000n,
  lostUsd: 7500,
  lostWei: 25n * 10n ** 17n,
  maxLost: 7_500_000_000n,
  safeLimit: 1_499_990_000_000n,
} as const

it('describes one swap', () => {
  expect(describeSwap(leg, terms)).toBe(
    'A sandwich could take 7,500 USDC (2.50 ETH, $7,500). Its attacker would keep 1 ETH after fees and gas. With a minimum output of 599,990 USDC, none is profitable.',
  )
  expect(describeSwap({ ...leg, lost: 0n }, terms)).toBe('No sandwich is profitable.')
})

it('describes swaps with one limit by the whole swap, not by a leg', () => {
  const text = describeTotal(total, terms)
  expect(text).toBe(
    'Sandwiches could take at most 7,500 USDC (2.50 ETH, $7,500) from the whole swap, which is all that its minimum output of 1,492,500 USDC permits. With a minimum output of 1,499,990 USDC for the whole swap, none is profitable.',
  )
  expect(describeTotal({ ...total, lost: 7_000_000_000n }, terms)).toContain(
    'its minimum output of 1,492,500 USDC permits a loss of 7,500 USDC.',
  )
  expect(text).not.toContain('599,990')
  expect(describeTotal({ ...total, lost: 0n }, terms)).toBe(
    'No sandwich is profitable. The minimum output for the whole swap is 1,492,500 USDC.',
  )
})

it('names a leg by its place, amount and DEX', () => {
  expect(describeLeg(leg, 0, 3, tokens)).toBe('Leg 1 of 3: 200 WETH → USDC over Uniswap V2')
  expect(describeLeg({ ...leg, exact: 'out', dex: 'uniswap_v3,curve' }, 2, 3, tokens)).toMatch(
    /^Leg 3 of 3: WETH → 600,000 USDC over Uniswap V3 and /,
  )
})
