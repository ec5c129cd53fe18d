import { addresses, type Devnet, pools, readAbi, startDevnet, type TickPool } from '@outrigger/devnet'
import { type Address, maxUint256, type PublicClient, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBlockReader } from '../../reads/blockReader.ts'
import { computePairOutput } from '../uniswapV2/math.ts'
import { getPairState } from '../uniswapV2/read.ts'
import { createTickQuoter } from './math.ts'
import { maxTick, toSqrtPrice } from './mathTicks.ts'
import { getTickState } from './read.ts'

const { tokens, uniswapV2, uniswapV3, sushiSwap } = addresses
let devnet: Devnet
let client: PublicClient
const quoterAbi = parseAbi([
  'function quoteExactInputSingle((address tokenIn, address tokenOut, uint256 amountIn, uint24 fee, uint160 sqrtPriceLimitX96)) view returns (uint256 amountOut, uint160 sqrtPriceX96After, uint32 ticksCrossed, uint256 gas)',
])
const tickPools = pools.filter((pool): pool is TickPool => pool.venue === 'uniswapV3')

beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 0 })
  client = devnet.chains.ethereum.client as unknown as PublicClient
})
afterAll(() => devnet.close())

/** Seeded, so that failures are reproducible. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

test('the extreme prices equal those of the contract', () => {
  // TickMath's MIN_SQRT_RATIO and MAX_SQRT_RATIO.
  expect(toSqrtPrice(-maxTick)).toBe(4_295_128_739n)
  expect(toSqrtPrice(maxTick)).toBe(1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n)
  expect(toSqrtPrice(0)).toBe(2n ** 96n)
})

/** Many positions of random width around the price, so that swaps cross ticks. */
async function addPositions({ token0, token1, fee, address }: TickPool, count: number, random: () => number) {
  const chain = devnet.chains.ethereum.client
  const [account] = await chain.request({ method: 'eth_accounts' })
  if (account === undefined) throw new Error('the devnet has no account')
  const spacing = fee === 100 ? 1 : fee / 50
  const { tick = 0 } = (await getTickState(await createBlockReader(client), address, fee)) ?? {}
  const send = async (
    to: Address,
    abi: readonly unknown[],
    functionName: string,
    args: readonly unknown[],
    value = 0n,
  ) => {
    const hash = await chain.writeContract({
      account,
      address: to,
      abi,
      functionName,
      args,
      value,
      gas: 3_000_000n,
      chain: null,
    } as never)
    expect((await chain.waitForTransactionReceipt({ hash })).status).toBe('success')
  }
  for (const { address: token, decimals, priceUsd } of [token0, token1]) {
    const amount = BigInt(Math.round(1e9 / priceUsd)) * 10n ** BigInt(decimals)
    if (token === tokens.WETH.address) {
      await chain.setBalance({ address: account, value: amount * 2n })
      await send(token, parseAbi(['function deposit() payable']), 'deposit', [], amount)
    } else await send(token, parseAbi(['function mint(address,uint256)']), 'mint', [account, amount])
    await send(token, parseAbi(['function approve(address,uint256) returns (bool)']), 'approve', [
      uniswapV3.positionManager,
      maxUint256,
    ])
  }
  for (let i = 0; i < count; i++) {
    const [low, width] = [Math.round((random() - 0.5) * 60), 1 + Math.floor(random() * 40)]
    const tickLower = (Math.floor(tick / spacing) + low) * spacing
    const usd = 1_000 + random() * 200_000
    const [amount0Desired, amount1Desired] = [token0, token1].map(
      ({ priceUsd, decimals }) =>
        BigInt(Math.round((usd / priceUsd) * 10 ** Math.min(decimals, 8))) * 10n ** BigInt(Math.max(0, decimals - 8)),
    )
    await send(uniswapV3.positionManager, readAbi('positionManager'), 'mint', [
      {
        token0: token0.address,
        token1: token1.address,
        fee,
        tickLower,
        tickUpper: tickLower + width * spacing,
        amount0Desired,
        amount1Desired,
        amount0Min: 0n,
        amount1Min: 0n,
        recipient: account,
        deadline: 2n ** 40n,
      },
    ])
  }
}

test('pays what QuoterV2 quotes, to the unit, across ticks and up to the end of the state', async () => {
  const random = createRandom(7)
  for (const pool of tickPools.filter(({ fee }, index) => fee !== 3_000 || index === 1))
    await addPositions(pool, 12, random)
  const reader = await createBlockReader(client)
  let [compared, crossed, refused] = [0, 0, 0]
  for (const { address, token0, token1, fee } of tickPools) {
    const state = await getTickState(reader, address, fee)
    if (state === undefined) throw new Error(`no pool at ${address}`)
    for (const isZeroForOne of [true, false]) {
      const { quote } = createTickQuoter(state, isZeroForOne)
      const [sold, bought] = isZeroForOne ? [token0, token1] : [token1, token0]
      // From one unit to more than the pools contain.
      const largest = Math.log(10 ** sold.decimals * (1e8 / sold.priceUsd))
      const amounts = [1n, ...Array.from({ length: 30 }, () => BigInt(Math.floor(Math.exp(random() * largest))))]
      for (const amountIn of amounts) {
        const ours = quote(amountIn)
        if (ours === null) {
          refused += 1
          continue
        }
        const [amountOut, , ticks] = await client.readContract({
          address: uniswapV3.quoterV2,
          abi: quoterAbi,
          functionName: 'quoteExactInputSingle',
          args: [{ tokenIn: sold.address, tokenOut: bought.address, amountIn, fee, sqrtPriceLimitX96: 0n }],
          blockNumber: reader.blockNumber,
        })
        expect(ours, `${sold.symbol} ${bought.symbol} ${fee} ${amountIn}`).toBe(amountOut)
        compared += 1
        if (ticks > 0) crossed += 1
      }
    }
  }
  expect(compared).toBeGreaterThan(400)
  expect(crossed).toBeGreaterThan(50)
  expect(refused).toBeGreaterThan(0)
}, 120_000)

test('a refresh takes one round and returns the same as a new read', async () => {
  const [pool] = tickPools
  if (pool === undefined) throw new Error('the devnet has no pool to refresh')
  const before = await getTickState(await createBlockReader(client), pool.address, pool.fee)
  await addPositions(pool, 1, createRandom(99))
  const rounds: number[] = []
  const counting = new Proxy(client, {
    get: (target, key) => {
      if (key === 'request') rounds.push(1)
      return Reflect.get(target, key)
    },
  })
  const reader = await createBlockReader(counting)
  const fresh = await getTickState(reader, pool.address, pool.fee)
  rounds.length = 0
  const refreshed = await getTickState(reader, pool.address, pool.fee, before)
  expect(refreshed).toEqual(fresh)
  // The second round reads a new tick near the price.
  expect(rounds.length).toBeLessThanOrEqual(2)
  rounds.length = 0
  expect(await getTickState(reader, pool.address, pool.fee, fresh)).toEqual(fresh)
  expect(rounds.length).toBe(1)
})

test('a pair pays what its router quotes', async () => {
  const random = createRandom(3)
  const reader = await createBlockReader(client)
  for (const { venue, address, token0, token1 } of pools.filter(({ venue }) => venue !== 'uniswapV3')) {
    const state = await getPairState(reader, address, 3_000)
    if (state === undefined) throw new Error(`no pair at ${address}`)
    const router = venue === 'sushiSwap' ? sushiSwap.router : uniswapV2.router
    for (let i = 0; i < 20; i++) {
      const [sold, bought] = i % 2 === 0 ? [token0, token1] : [token1, token0]
      const amountIn = BigInt(Math.floor(Math.exp(random() * Math.log(10 ** sold.decimals * 1e8)))) + 1n
      const [, amountOut] = (await client.readContract({
        address: router,
        abi: readAbi('uniswapV2Router'),
        functionName: 'getAmountsOut',
        args: [amountIn, [sold.address, bought.address]],
        blockNumber: reader.blockNumber,
      })) as readonly [bigint, bigint]
      expect(computePairOutput(state, i % 2 === 0, amountIn)).toBe(amountOut)
    }
  }
})

test('an address without a contract has no state', async () => {
  const reader = await createBlockReader(client)
  expect(await getTickState(reader, '0x0000000000000000000000000000000000000bad', 500)).toBeUndefined()
  expect(await getPairState(reader, '0x0000000000000000000000000000000000000bad', 3_000)).toBeUndefined()
})
