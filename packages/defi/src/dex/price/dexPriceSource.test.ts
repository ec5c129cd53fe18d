import { addresses, createAnvil, type Devnet, pools, startDevnet } from '@outrigger/devnet'
import { resolveToken } from '@outrigger/oracle/internal'
import {
  createChainlinkSource,
  createDollarReader,
  createPriceOracle,
  type PriceSource,
} from '@outrigger/oracle/prices'
import { createPublicClient, erc20Abi, http, type PublicClient, parseAbi, parseEther } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDexPriceSource } from './dexPriceSource.ts'

const signal = new AbortController().signal
const prices = { WETH: 3000, WBTC: 60_000, LINK: 15, USDC: 1, USDT: 1, DAI: 1 }
let devnet: Devnet
let client: PublicClient
let feeds: PriceSource
let source: PriceSource

const create = () => createDexPriceSource({ pools: [client], toUsd: createDollarReader({ source: feeds }) })
const read = (symbol: string) => source.read(resolveToken('ethereum', symbol), signal)

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0, silent: true })
  client = createPublicClient({ chain: mainnet, transport: http(devnet.chains.ethereum.rpcUrl) })
  feeds = createChainlinkSource({ pools: [client] })
  source = create()
}, 120_000)
afterAll(() => devnet?.close())

describe('pools as sources of prices', () => {
  it.each(Object.entries(prices))('%s has the devnet’s price, to a tenth of a percent', async (symbol, usd) => {
    const samples = await read(symbol)
    expect(samples.filter(({ isWitness }) => !isWitness).length).toBeGreaterThan(0)
    for (const { priceUsd, bidUsd = 0, askUsd = 0, liquidityUsd, isWitness } of samples) {
      expect(Math.abs(priceUsd / usd - 1)).toBeLessThan(0.001)
      if (isWitness) continue
      expect(bidUsd).toBeLessThan(priceUsd)
      expect(askUsd).toBeGreaterThan(priceUsd)
      expect(liquidityUsd).toBeGreaterThan(10_000)
    }
  })

  it('give one sample per DEX, and a mean over time', async () => {
    expect((await read('WETH')).map(({ name }) => name)).toEqual([
      'uniswap_v2',
      'uniswap_v3',
      'sushiswap',
      'uniswap_v3_twap',
    ])
  })

  it('a swap on one DEX changes its sample, but not the price', async () => {
    const pair = pools.find(
      ({ venue, token0, token1 }) =>
        venue === 'sushiSwap' && [token0.symbol, token1.symbol].sort().join() === 'USDC,WETH',
    )
    const [before] = (await read('WETH')).filter(({ name }) => name === 'sushiswap')
    await sellOnSushi(pair?.address ?? '0x')
    const [after] = (await read('WETH')).filter(({ name }) => name === 'sushiswap')
    expect((after?.priceUsd ?? 0) / (before?.priceUsd ?? 1)).toBeLessThan(0.98)
    await using oracle = createPriceOracle({ sources: [feeds, create()] })
    const price = await oracle.get('ethereum', 'WETH')
    expect(Math.abs(price.priceUsd / 3000 - 1)).toBeLessThan(0.001)
    expect(price.sources.find(({ name }) => name === 'sushiswap')?.rejection).toBe('outlier')
    const { arbitrage, best } = await oracle.compare('ethereum', 'WETH', ['uniswap_v3', 'sushiswap'])
    expect(best?.exchange).toBe('sushiswap')
    expect(arbitrage).toMatchObject({ buyOn: 'sushiswap', sellOn: 'uniswap_v3' })
  })

  it('use the other stablecoins if one has no feed yet', async () => {
    const { client: chain } = devnet.chains.ethereum
    const { address } = addresses.feeds['USDC / USD']
    const bytecode = (await chain.getCode({ address })) ?? '0x'
    await chain.setCode({ address, bytecode: '0x' })
    const samples = await create().read(resolveToken('ethereum', 'WETH'), signal)
    await chain.setCode({ address, bytecode })
    const before = await read('WETH')
    expect(samples.length).toBeGreaterThan(0)
    const depth = (all: typeof samples) => all.reduce((sum, { liquidityUsd = 0 }) => sum + liquidityUsd, 0)
    expect(depth(samples)).toBeLessThan(depth(before))
  })

  it('return nothing for a token without pools, and fail if no stablecoin has a price', async () => {
    expect(await read(`0x${'77'.repeat(20)}`)).toEqual([])
    await using anvil = await createAnvil({ chainId: 1 })
    const empty = createPublicClient({ chain: mainnet, transport: http(anvil.rpcUrl) })
    const nothing = createDexPriceSource({ pools: [empty], toUsd: async () => null })
    await expect(nothing.read(resolveToken('ethereum', 'WETH'), signal)).rejects.toThrow(/no stablecoin of ethereum/)
  })
})

/** Sells enough ether to a pair to lower its price. */
async function sellOnSushi(pair: `0x${string}`): Promise<void> {
  const { client: chain } = devnet.chains.ethereum
  const account = devnet.accounts.deployer
  const weth = resolveToken('ethereum', 'WETH').address as `0x${string}`
  const abi = parseAbi([
    'function deposit() payable',
    'function token0() view returns (address)',
    'function getReserves() view returns (uint112, uint112, uint32)',
    'function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes data)',
  ])
  const send = async (request: object) => {
    const hash = await chain.writeContract({ account, gas: 500_000n, ...request } as never)
    await chain.waitForTransactionReceipt({ hash })
  }
  const [token0, reserves] = await Promise.all([
    chain.readContract({ address: pair, abi, functionName: 'token0' }),
    chain.readContract({ address: pair, abi, functionName: 'getReserves' }),
  ])
  const isFirst = token0.toLowerCase() === weth
  const [reserveIn, reserveOut] = isFirst ? [reserves[0], reserves[1]] : [reserves[1], reserves[0]]
  const amountIn = reserveIn / 25n
  const amountOut = (amountIn * 997n * reserveOut) / (reserveIn * 1000n + amountIn * 997n)
  await chain.setBalance({ address: account.address, value: amountIn + parseEther('100') })
  await send({ address: weth, abi, functionName: 'deposit', value: amountIn })
  await send({ address: weth, abi: erc20Abi, functionName: 'transfer', args: [pair, amountIn] })
  const out = isFirst ? [0n, amountOut] : [amountOut, 0n]
  await send({ address: pair, abi, functionName: 'swap', args: [...out, account.address, '0x'] })
}
