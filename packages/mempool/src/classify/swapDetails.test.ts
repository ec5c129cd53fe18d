import type { Action, SwapAction } from '@outrigger/calldata'
import type { Address } from 'viem'
import { describe, expect, it } from 'vitest'
import { toSwapDetails } from './swapDetails.ts'

const [a, b, c, weth]: readonly [Address, Address, Address, Address] = [
  `0x${'aa'.repeat(20)}`,
  `0x${'bb'.repeat(20)}`,
  `0x${'cc'.repeat(20)}`,
  `0x${'ee'.repeat(20)}`,
]
const found = { protocol: 'uniswap_v3', function: 'f', target: null, depth: 0 }

function swap(
  tokenIn: Address | null,
  tokenOut: Address | null,
  amountIn: bigint | null,
  amountOut: bigint | null,
  more: Partial<SwapAction> = {},
): SwapAction {
  const path = tokenIn !== null && tokenOut !== null ? [tokenIn, tokenOut] : []
  const rest = { pools: [], isReversed: null, isNativeIn: false, isNativeOut: false, recipient: null } as const
  return { ...found, kind: 'swap', exact: 'in', tokenIn, tokenOut, amountIn, amountOut, path, ...rest, ...more }
}
const [sender, router]: readonly [Address, Address] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`]
const details = (actions: readonly Action[], value = 0n) =>
  toSwapDetails(actions, { from: sender, to: router, value }, weth)

describe('toSwapDetails', () => {
  it('joins consecutive legs', () => {
    expect(details([swap(a, b, 10n, 0n), swap(b, c, null, 7n)])).toMatchObject({
      tokenIn: a,
      tokenOut: c,
      amountIn: 10n,
      amountOut: 7n,
      path: [a, b, c],
    })
  })

  it('sums parallel legs, also through other tokens', () => {
    const legs = [swap(a, b, 60n, 6n), swap(a, c, 40n, 0n), swap(c, b, null, 4n)]
    expect(details(legs)).toMatchObject({ tokenIn: a, tokenOut: b, amountIn: 100n, amountOut: 10n, path: [a, b] })
  })

  it('ignores unrelated swaps', () => {
    const batch = [swap(a, b, 10n, 1n), swap(a, c, 20n, 2n), swap(weth, c, 30n, 3n)]
    expect(details(batch)).toMatchObject({ tokenIn: a, tokenOut: b, amountIn: 10n, amountOut: 1n })
  })

  it('counts the wrapped input and the minimum that is checked when unwrapping', () => {
    const wrap = { ...found, kind: 'wrap', token: weth, amount: 5n } as const
    expect(details([wrap, swap(weth, a, null, 9n)], 5n)).toMatchObject({
      amountIn: 5n,
      isNativeIn: true,
      isNativeOut: false,
    })
    const held = { target: router, recipient: router, payer: sender }
    const unwrap = {
      ...found,
      kind: 'unwrap',
      token: weth,
      amount: 8n,
      isLeast: true,
      recipient: sender,
      target: router,
    } as const
    expect(details([swap(a, weth, 3n, 0n, held), unwrap])).toMatchObject({
      amountOut: 8n,
      isNativeIn: false,
      isNativeOut: true,
    })
  })

  it('supports exact-out swaps, and returns null if a token is unknown', () => {
    expect(details([swap(a, b, 99n, 10n, { exact: 'out' })])).toMatchObject({
      exact: 'out',
      amountIn: 99n,
      amountOut: 10n,
    })
    expect(details([swap(null, b, 1n, 1n)])).toBeNull()
    expect(details([swap(a, null, 1n, 1n)])).toBeNull()
    expect(details([])).toBeNull()
  })
})
