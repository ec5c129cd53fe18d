import { addresses, type Devnet, readAbi, startDevnet } from '@outrigger/devnet'
import { type Address, maxUint256, type PublicClient, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BlockReader, createBlockReader } from '../../reads/blockReader.ts'
import { getSwapRoutes, type SwapRouteSnapshot } from './getSwapRoutes.ts'
import type { SwapRoute } from './swapRoute.ts'

const { tokens, uniswapV2, uniswapV3, sushiSwap } = addresses
const symbols = ['WETH', 'USDC', 'WBTC', 'LINK', 'DAI', 'USDT'] as const
const pairs = symbols.flatMap((a) =>
  symbols.filter((b) => b !== a).map((b) => ({ tokenIn: tokens[a].address, tokenOut: tokens[b].address })),
)
const quoterAbi = parseAbi([
  'function quoteExactInputSingle((address tokenIn, address tokenOut, uint256 amountIn, uint24 fee, uint160 sqrtPriceLimitX96)) view returns (uint256, uint160, uint32, uint256)',
])
let devnet: Devnet
let client: PublicClient
let rounds = 0
beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 0 })
  client = new Proxy(devnet.chains.ethereum.client, {
    get(target, key) {
      if (key === 'request') rounds += 1
      return Reflect.get(target, key)
    },
  }) as unknown as PublicClient
})
afterAll(() => devnet.close())

/** The output of a route hop by hop, according to the DEXes' own contracts. */
async function quoteOnChain({ hops }: SwapRoute, amountIn: bigint, { blockNumber }: BlockReader): Promise<bigint> {
  let amount = amountIn
  for (const { dex, tokenIn, tokenOut, fee } of hops) {
    if (fee !== null) {
      const args = [{ tokenIn, tokenOut, amountIn: amount, fee, sqrtPriceLimitX96: 0n }] as const
      const quoter = { address: uniswapV3.quoterV2, abi: quoterAbi, functionName: 'quoteExactInputSingle' } as const
      ;[amount] = await client.readContract({ ...quoter, args, blockNumber })
      continue
    }
    const address = dex === 'sushiswap' ? sushiSwap.router : uniswapV2.router
    const router = { address, abi: readAbi('uniswapV2Router'), functionName: 'getAmountsOut' }
    const amounts = await client.readContract({ ...router, args: [amount, [tokenIn, tokenOut]], blockNumber })
    amount = (amounts as readonly bigint[])[1] as bigint
  }
  return amount
}

async function expectExact(routes: SwapRouteSnapshot, reader: BlockReader): Promise<number> {
  let compared = 0
  for (const { tokenIn, tokenOut } of pairs) {
    const { decimals, priceUsd } = Object.values(tokens).find(
      ({ address }) => address === tokenIn,
    ) as typeof tokens.WETH
    const found = routes.between(tokenIn, tokenOut)
    expect(found.length, `${tokenIn} ${tokenOut}`).toBeGreaterThan(0)
    for (const route of found)
      for (const usd of [10, 30_000, 2_000_000]) {
        const amountIn = BigInt(Math.round((usd / priceUsd) * 1e6)) * 10n ** BigInt(decimals - 6)
        const ours = route.quote(amountIn)
        if (ours === null) continue
        expect(ours).toBe(await quoteOnChain(route, amountIn, reader))
        compared += 1
      }
  }
  return compared
}

async function sellEther(amountIn: bigint): Promise<void> {
  const chain = devnet.chains.ethereum.client
  const [account] = (await chain.request({ method: 'eth_accounts' })) as readonly Address[]
  if (account === undefined) throw new Error('the devnet has no account')
  const sent = { account, chain: null, gas: 1_000_000n } as const
  const weth = { address: tokens.WETH.address, ...sent }
  await chain.setBalance({ address: account, value: amountIn * 2n })
  await chain.writeContract({
    ...weth,
    abi: parseAbi(['function deposit() payable']),
    functionName: 'deposit',
    value: amountIn,
  })
  const approve = parseAbi(['function approve(address,uint256) returns (bool)'])
  await chain.writeContract({
    ...weth,
    abi: approve,
    functionName: 'approve',
    args: [uniswapV3.swapRouter02, maxUint256],
  })
  const swap = { tokenIn: tokens.WETH.address, tokenOut: tokens.USDC.address, fee: 500, recipient: account, amountIn }
  const hash = await chain.writeContract({
    ...sent,
    address: uniswapV3.swapRouter02,
    abi: readAbi('swapRouter02'),
    functionName: 'exactInputSingle',
    args: [{ ...swap, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n }],
  } as never)
  expect((await chain.waitForTransactionReceipt({ hash })).status).toBe('success')
}

test('every route of every pair pays what the contracts quote, also after a refresh, which takes one call', async () => {
  const reader = await createBlockReader(client)
  const routes = await getSwapRoutes(reader, 'ethereum', pairs)
  expect(await expectExact(routes, reader)).toBeGreaterThan(200)
  const [weth, usdc] = [tokens.WETH.address, tokens.USDC.address]
  const before = routes.between(weth, usdc)[0]?.quote(10n ** 18n)

  await sellEther(parseEther('2000'))
  const later = await createBlockReader(client)
  rounds = 0
  const refreshed = await getSwapRoutes(later, 'ethereum', pairs, { known: routes })
  expect(rounds).toBe(1)
  expect(refreshed.blockNumber).toBe(later.blockNumber)
  expect(await expectExact(refreshed, later)).toBeGreaterThan(200)
  expect(refreshed.between(weth, usdc)[0]?.quote(10n ** 18n)).toBeLessThan(before as bigint)
}, 60_000)

test('the best route for a small amount is first, and the number of routes is bounded', async () => {
  const routes = await getSwapRoutes(await createBlockReader(client), 'ethereum', pairs)
  for (const { tokenIn, tokenOut } of pairs) {
    const found = routes.between(tokenIn, tokenOut)
    expect(found.length).toBeLessThanOrEqual(10)
    expect(new Set(found.map(({ hops }) => hops.map(({ pool }) => pool).join())).size).toBe(found.length)
    expect(found.every(({ hops, gas }) => hops.length <= 2 && gas > 50_000n)).toBe(true)
  }
})

test('a token has a route to itself without a pool, and a token without a pool has no route', async () => {
  const unknown: Address = '0x00000000000000000000000000000000000000ff'
  const routes = await getSwapRoutes(await createBlockReader(client), 'ethereum', [
    { tokenIn: tokens.WETH.address, tokenOut: tokens.WETH.address },
    { tokenIn: unknown, tokenOut: tokens.WETH.address },
  ])
  const [same] = routes.between(tokens.WETH.address, tokens.WETH.address)
  expect(same?.hops).toEqual([])
  expect(same?.quote(7n)).toBe(7n)
  expect(routes.between(unknown, tokens.WETH.address)).toEqual([])
  expect(routes.between(tokens.LINK.address, unknown)).toEqual([])
})
