import { expect, it } from 'vitest'
import { describeFinding, listCompatible, sumCompatible } from './findings.ts'

const [weth, usdc, unknown] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`, `0x${'3'.repeat(40)}`]
const tokens = { [weth]: { symbol: 'WETH', decimals: 18 }, [usdc]: { symbol: 'USDC', decimals: 6 } }

it.each([
  [
    'backrun',
    { dexBuy: 'uniswap_v3', dexSell: 'sushiswap', token: weth, spreadPercent: 6.4 },
    'buy WETH on Uniswap V3, sell it on SushiSwap, spread 6.40 %',
  ],
  ['sandwich', { victimValueEth: 50, slippageTolerance: 1.2 }, 'a swap of 50 ETH accepts a price 1.20 % worse'],
  [
    'liquidation',
    { protocol: 'aave_v3', debt: usdc, collateral: unknown, bonusPercent: 5 },
    'repay USDC on Aave V3, receive 0x333333…3333 with a bonus of 5 %',
  ],
  ['frontrun', { target: unknown, selector: '0x12345678' }, 'copy the call 0x12345678 of 0x333333…3333'],
] as const)('describes a %s', (type, details, text) => expect(describeFinding({ type, details }, tokens)).toBe(text))

const finding = (profit: bigint, pools: readonly string[], transactions: readonly `0x${string}`[] = []) => ({
  estimatedProfit: profit * 10n ** 18n,
  transactions,
  borrower: null,
  swaps: [{ hops: pools.map((pool) => ({ pool })) }],
})

it('counts the best of findings that exclude each other', () => {
  const findings = [finding(1n, ['a', 'b']), finding(3n, ['b', 'c']), finding(2n, ['d']), finding(1n, ['e'], ['0x1'])]
  expect(listCompatible(findings)).toEqual([findings[1], findings[2], findings[3]])
  expect(sumCompatible([...findings, finding(9n, ['f'], ['0x1'])])).toBe(14)
  expect(sumCompatible([])).toBe(0)
})

it('counts a liquidation of the same borrower once', () => {
  const of = (profit: bigint) => ({ ...finding(profit, []), borrower: '0x5' as const })
  expect(sumCompatible([of(2n), of(1n)])).toBe(2)
})
