import { nativeToken } from '@outrigger/calldata/internal'
import { createProviderPool, type ProviderPool } from '@outrigger/core'
import { addresses, type Devnet, startDevnet } from '@outrigger/devnet'
import { createUniform } from '@outrigger/devnet/random'
import type { Address } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSwapRouter, type SwapRouter } from './createSwapRouter.ts'
import { createSwapper } from './fixtures/swapper.ts'
import { InvalidSwapError, routerDexes, toSwapTransaction, universalRouters } from './universalRouter.ts'

const cases = Number(process.env['OUTRIGGER_CASES'] ?? 24)
const timeoutMs = 120_000 + cases * 500
const router = universalRouters.ethereum as Address
const { tokens } = addresses
const symbols = ['WETH', 'USDC', 'WBTC', 'LINK', 'DAI', 'USDT'] as const
const wrapped = tokens.WETH.address.toLowerCase() as Address
let devnet: Devnet
let pool: ProviderPool
let swaps: SwapRouter

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0, silent: true })
  pool = createProviderPool({ chain: 'ethereum', endpoints: [devnet.chains.ethereum.rpcUrl] })
  swaps = createSwapRouter({ pool })
}, 120_000)
afterAll(async () => {
  await pool?.close()
  await devnet?.close()
})

type Kind = 'approval' | 'permit' | 'native in' | 'native out'
const kinds: readonly Kind[] = ['approval', 'permit', 'native in', 'native out']

/** Two tokens and an amount of 10 to 300,000 dollars; for ether 10,000 to 10 million, which is worth splitting. */
function choose(seed: number, kind: Kind) {
  const random = createUniform(seed)
  const first = kind === 'native in' ? 0 : Math.floor(random() * 6)
  const second = kind === 'native out' ? 0 : (first + 1 + Math.floor(random() * 5)) % 6
  const [a, b] = [tokens[symbols[first] ?? 'USDC'], tokens[symbols[second] ?? 'WETH']]
  const exponent = kind === 'native in' ? 4 + random() * 3 : 1 + random() * 4.5
  const amount = 10 ** exponent / a.priceUsd
  return { a, b, amountIn: BigInt(Math.floor(amount * 1e6)) * 10n ** BigInt(a.decimals - 6) }
}

describe('swaps', () => {
  it.each(kinds)(
    'bring what was quoted, to the wei (%s)',
    async (kind) => {
      let done = 0
      let divided = 0
      for (let seed = 1; done < cases / kinds.length; seed += 1) {
        const { a, b, amountIn } = choose(seed, kind)
        const quote =
          a === b ? null : await swaps.quote({ tokenIn: a.address, tokenOut: b.address, amountIn, dexes: routerDexes })
        if (quote === null) continue
        const [tokenIn, tokenOut] = [
          kind === 'native in' ? nativeToken : quote.tokenIn,
          kind === 'native out' ? nativeToken : quote.tokenOut,
        ]
        const swapper = await createSwapper(devnet, tokenIn, amountIn)
        if (kind !== 'native in') await swapper.approve(kind === 'permit' ? null : router)
        const before = await swapper.balance(tokenOut)
        const receipt = await swapper.swap(
          toSwapTransaction({
            ...quote,
            tokenIn,
            tokenOut,
            recipient: swapper.address,
            deadline: 2n ** 40n,
            minAmountOut: quote.amountOut,
            ...(kind === 'permit' && { permit: await swapper.permit(router) }),
          }),
        )
        expect(receipt.status, `${kind} ${seed}`).toBe('success')
        const paid = kind === 'native out' ? receipt.gasUsed * receipt.effectiveGasPrice : 0n
        expect((await swapper.balance(tokenOut)) - before + paid).toBe(quote.amountOut)
        if (kind !== 'native in') expect(await swapper.balance(tokenIn)).toBe(0n)
        if (quote.shares.length > 1) divided += 1
        done += 1
      }
      if (kind === 'native in') expect(divided).toBeGreaterThan(0)
    },
    timeoutMs,
  )

  it(
    'bring the least that is wanted or nothing, where a trade comes between',
    async () => {
      const outcomes = { success: 0, reverted: 0 }
      for (let seed = 1; outcomes.success + outcomes.reverted < cases / 4; seed += 1) {
        const { a, b, amountIn } = choose(seed, 'native in')
        const ask = { tokenIn: a.address, tokenOut: b.address, amountIn, dexes: routerDexes }
        const quote = a === b ? null : await swaps.quote(ask)
        if (quote === null) continue
        const [first, second] = [
          await createSwapper(devnet, nativeToken, amountIn),
          await createSwapper(devnet, nativeToken, amountIn),
        ]
        const before = await second.snapshot()
        const plan = { ...quote, tokenIn: nativeToken, deadline: 2n ** 40n }
        const minAmountOut = (quote.amountOut * 995n) / 1000n
        await first.swap(toSwapTransaction({ ...plan, recipient: first.address, minAmountOut: 1n }))
        const receipt = await second.swap(toSwapTransaction({ ...plan, recipient: second.address, minAmountOut }))
        const received = await second.balance(quote.tokenOut)
        if (receipt.status === 'success') expect(received >= minAmountOut).toBe(true)
        else expect(received).toBe(0n)
        outcomes[receipt.status] += 1
        await second.revert(before)
      }
      expect(outcomes.success).toBeGreaterThan(0)
      expect(outcomes.reverted).toBeGreaterThan(0)
    },
    timeoutMs,
  )

  it('revert below the minimum output', async () => {
    const amountIn = 10n ** 18n
    const quote = await swaps.quote({ tokenIn: wrapped, tokenOut: tokens.USDC.address, amountIn, dexes: routerDexes })
    if (quote === null) throw new TypeError('There is no route.')
    const swapper = await createSwapper(devnet, nativeToken, amountIn)
    const transaction = toSwapTransaction({
      ...quote,
      tokenIn: nativeToken,
      recipient: swapper.address,
      deadline: 2n ** 40n,
      minAmountOut: quote.amountOut + 1n,
    })
    expect(await swapper.swap(transaction)).toMatchObject({ status: 'reverted' })
  })

  it('through other pools, on chains without the router, and with foreign permits are rejected', async () => {
    const amountIn = 10n ** 18n
    const quote = await swaps.quote({
      tokenIn: wrapped,
      tokenOut: tokens.USDC.address,
      amountIn,
      dexes: new Set(['sushiswap']),
    })
    if (quote === null) throw new TypeError('There is no route.')
    const plan = { ...quote, recipient: wrapped, deadline: 2n ** 40n, minAmountOut: 1n }
    expect(() => toSwapTransaction(plan)).toThrow(InvalidSwapError)
    expect(() => toSwapTransaction({ ...plan, chain: 'gnosis' })).toThrow(/no Universal Router/)
    const swapper = await createSwapper(devnet, tokens.DAI.address, amountIn)
    const permit = await swapper.permit(router)
    const own = await swaps.quote({ tokenIn: wrapped, tokenOut: tokens.USDC.address, amountIn, dexes: routerDexes })
    expect(() => toSwapTransaction({ ...plan, shares: own?.shares ?? [], permit })).toThrow(/permit is for/)
    expect(() => toSwapTransaction({ ...plan, shares: own?.shares ?? [], permit: '0x12' })).toThrow(/abi.encode/)
  })
})
