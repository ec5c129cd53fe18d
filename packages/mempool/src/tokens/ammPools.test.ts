import { describe, expect, it } from 'vitest'
import { resolveSwapTokens } from '../classify/swapTokens.ts'
import { createAmmPools } from './ammPools.ts'
import { computePoolAddresses, toPoolFactories } from './poolAddresses.ts'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const dai = '0x6b175474e89094c44da98b954eedeac495271d0f'
const pools = {
  // As listed by the explorers of the two protocols.
  usdcWethV2: '0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc',
  daiWethV2: '0xa478c2975ab1ea89e8196811f51a7b7ade33eb11',
  usdcWeth500: '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640',
} as const

describe('AMM pools', () => {
  it('derives the addresses of pools from their tokens', () => {
    const [v2, v3] = toPoolFactories('ethereum')
    if (!v2 || !v3) throw new TypeError('no factories')
    expect(computePoolAddresses(v2, { token0: usdc, token1: weth })).toEqual([pools.usdcWethV2])
    expect(computePoolAddresses(v3, { token0: usdc, token1: weth })).toContain(pools.usdcWeth500)
  })

  it('knows the pools of listed tokens, and of other tokens after a trade', () => {
    const known = createAmmPools({ chain: 'ethereum' })
    expect(known.peek(pools.daiWethV2)).toEqual({ token0: dai, token1: weth })
    expect(known.peekWith('0xae461ca67b15dc8dc81ce7615e0320da1a9ab8d5', dai)).toEqual({ token0: dai, token1: usdc })
    const token = `0x${'77'.repeat(20)}` as const
    const [pool = weth] = computePoolAddresses(toPoolFactories('ethereum')[0] as never, {
      token0: token,
      token1: weth,
    })
    expect(known.peek(pool)).toBeNull()
    known.addToken(token)
    expect(known.peek(pool)).toEqual({ token0: token, token1: weth })
  })

  it.each([
    '0x',
    null,
    7,
    `0x${'zz'.repeat(32)}`,
    `0x${'ab'.repeat(32)}`,
    `0x${'00'.repeat(12)}\x1b[2J${'00'.repeat(18)}`,
  ])('takes no %j for a token', async (result) => {
    const send = (async () => ({ result })) as never
    const known = createAmmPools({ chain: 'ethereum', pool: { send } })
    await known.load([weth])
    expect(known.peek(weth)).toBeNull()
  })

  it('returns the tokens of pools in lower case', async () => {
    const send = (async () => ({ result: `0x${'00'.repeat(12)}${'AB'.repeat(20)}` })) as never
    const known = createAmmPools({ chain: 'ethereum', pool: { send } })
    await known.load([weth])
    expect(known.peek(weth)?.token0).toBe(`0x${'ab'.repeat(20)}`)
  })

  it('fills in the output and input tokens of pools', () => {
    const known = createAmmPools({ chain: 'ethereum' })
    const swap = {
      kind: 'swap',
      protocol: 'oneinch',
      function: 'unoswap',
      target: null,
      depth: 0,
      exact: 'in',
      amountIn: 1n,
      amountOut: 1n,
      path: [],
      isReversed: false,
      pools: [pools.usdcWethV2, pools.daiWethV2],
      isNativeIn: false,
      isNativeOut: false,
      recipient: null,
    } as const
    const resolve = (tokenIn: typeof usdc | null, tokenOut: typeof dai | null) =>
      resolveSwapTokens([{ ...swap, tokenIn, tokenOut }], known)[0]
    const filled = { tokenIn: usdc, tokenOut: dai, path: [usdc, weth, dai] }
    expect(resolve(usdc, null)).toMatchObject(filled)
    expect(resolve(null, dai)).toMatchObject(filled)
    expect(resolve(null, null)).toMatchObject(filled)
    expect(resolveSwapTokens([{ ...swap, tokenIn: usdc, tokenOut: null, pools: [weth] }], known)[0]).toMatchObject({
      tokenOut: null,
    })
  })
})
