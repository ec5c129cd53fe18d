import { nativeToken } from '@outrigger/calldata/internal'
import { addresses, type Devnet, startDevnet } from '@outrigger/devnet'
import { type Address, createPublicClient, erc20Abi, http, type PublicClient, parseAbi } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPools } from '../dex/getPools.ts'
import { type Pool, sortTokens, toLower } from '../dex/pool.ts'
import { createSwapRouter } from '../dex/router/createSwapRouter.ts'
import { createSwapper } from '../dex/router/fixtures/swapper.ts'
import { routerDexes, toSwapTransaction } from '../dex/router/universalRouter.ts'
import { createBlockReader } from '../reads/blockReader.ts'
import { getPoolVolume, UnknownPoolError } from './getPoolVolume.ts'

const { WETH, USDC } = addresses.tokens
const feeAbi = parseAbi([
  'function feeGrowthGlobal0X128() view returns (uint256)',
  'function feeGrowthGlobal1X128() view returns (uint256)',
  'function liquidity() view returns (uint128)',
])
const year = 31_536_000
let devnet: Devnet
let client: PublicClient

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0, silent: true })
  client = createPublicClient({ chain: mainnet, transport: http(devnet.chains.ethereum.rpcUrl) })
}, 120_000)
afterAll(() => devnet?.close())

/** The amounts according to the pool's contract and its tokens. */
async function readPool({ address, tokens, form }: Pool) {
  const balances = await Promise.all(
    tokens.map((token) =>
      client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address] }),
    ),
  )
  const volume = await getPoolVolume(client, { pool: address, seconds: 10 * year })
  if (form === 'pair') return { balances, volume, growth: null }
  const [first, second, liquidity] = await Promise.all(
    (['feeGrowthGlobal0X128', 'feeGrowthGlobal1X128', 'liquidity'] as const).map((functionName) =>
      client.readContract({ address, abi: feeAbi, functionName }),
    ),
  )
  return { balances, volume, growth: { fees: [first ?? 0n, second ?? 0n], liquidity: liquidity ?? 0n } }
}

/** Swaps ether for dollars and back, on the best routes. */
async function trade(times: number): Promise<void> {
  const router = createSwapRouter({ pool: client })
  for (let index = 0; index < times; index += 1) {
    const amountIn = 10n ** 18n * BigInt(1 + index * 7)
    const quote = await router.quote({
      tokenIn: toLower(WETH.address),
      tokenOut: toLower(USDC.address),
      amountIn,
      dexes: routerDexes,
    })
    if (quote === null) throw new TypeError('There is no route.')
    const swapper = await createSwapper(devnet, nativeToken, amountIn)
    const receipt = await swapper.swap(
      toSwapTransaction({
        ...quote,
        tokenIn: nativeToken,
        recipient: swapper.address,
        minAmountOut: 1n,
        deadline: 2n ** 40n,
      }),
    )
    expect(receipt.status).toBe('success')
  }
}

it('sums to the amounts that the contracts received and paid, and to V3’s own fees', { timeout: 120_000 }, async () => {
  const reader = await createBlockReader(client)
  const pools = await getPools(reader, 'ethereum', sortTokens(toLower(WETH.address), toLower(USDC.address)))
  const before = await Promise.all(pools.map(readPool))
  await trade(8)
  const after = await Promise.all(pools.map(readPool))
  const traded = new Set<Pool['form']>()
  for (const [index, pool] of pools.entries()) {
    const [earlier, later] = [before[index], after[index]]
    if (earlier === undefined || later === undefined) throw new TypeError('Both were read.')
    expect(later.volume.isComplete).toBe(true)
    if (later.volume.swaps > earlier.volume.swaps) traded.add(pool.form)
    for (const side of [0, 1] as const) {
      const since = (key: 'amountsIn' | 'amountsOut' | 'fees') =>
        (later.volume[key]?.[side] ?? 0n) - (earlier.volume[key]?.[side] ?? 0n)
      const received = (later.balances[side] ?? 0n) - (earlier.balances[side] ?? 0n)
      expect(since('amountsIn') - since('amountsOut')).toBe(received)
      if (later.growth === null || earlier.growth?.liquidity !== later.growth.liquidity) continue
      const grown = (later.growth.fees[side] ?? 0n) - (earlier.growth.fees[side] ?? 0n)
      const swaps = BigInt(later.volume.swaps - earlier.volume.swaps)
      // Fee growth is stored per unit of liquidity and rounded down. Crossed ticks round up.
      const difference = since('fees') - (grown * later.growth.liquidity) / 2n ** 128n
      expect(difference >= -2n * swaps && difference <= 2n * swaps + 1n, `${pool.dex} ${pool.fee}: ${difference}`).toBe(
        true,
      )
    }
  }
  expect([...traded].sort()).toEqual(['pair', 'ticks'])
})

it('only values tokens with a price', async () => {
  const [pool] = await getPools(
    await createBlockReader(client),
    'ethereum',
    sortTokens(toLower(WETH.address), toLower(USDC.address)),
  )
  if (pool === undefined) throw new TypeError('There is no pool.')
  await trade(1)
  const ask = (getPriceUsd?: (token: Address) => Promise<number | null>) =>
    getPoolVolume(client, { pool: pool.address, seconds: 10 * year, ...(getPriceUsd && { getPriceUsd }) })
  const both = await ask(async (token) => (token === toLower(WETH.address) ? WETH.priceUsd : 1))
  const one = await ask(async (token) => (token === toLower(USDC.address) ? 1 : null))
  expect(await ask()).toMatchObject({ volumeUsd: null, feesUsd: null })
  expect(both.volumeUsd).toBeGreaterThan(0)
  expect((both.volumeUsd ?? 0) / (one.volumeUsd ?? 1)).toBeCloseTo(1, 1)
  expect((both.feesUsd ?? 0) / (both.volumeUsd ?? 1)).toBeCloseTo(pool.fee / 1e6, 4)
  expect(one.feesUsd).toBeNull()
})

it('rejects pools without a known factory', async () => {
  await expect(getPoolVolume(client, { pool: WETH.address })).rejects.toThrow(UnknownPoolError)
  await expect(getPoolVolume(client, { pool: WETH.address, seconds: 0 })).rejects.toThrow(/more than 0/)
})
