import { dexFactories } from '@outrigger/calldata'
import { addresses, type Devnet, openPositions, readAbi, startDevnet } from '@outrigger/devnet'
import {
  type Address,
  createPublicClient,
  custom,
  encodeFunctionData,
  maxUint256,
  type PublicClient,
  parseAbi,
  parseEther,
  toHex,
} from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getSwapRoutes } from '../dex/router/getSwapRoutes.ts'
import type { Hop, SwapRoute } from '../dex/router/swapRoute.ts'
import { aaveV3Lending } from '../lending/aave/aaveV3.ts'
import type { Account } from '../lending/market.ts'
import { type ReadMarket, readMarkets } from '../lending/readMarkets.ts'
import { createBlockReader } from '../reads/blockReader.ts'
import { simulate, toAmount, toBalanceStep } from '../reads/simulate.ts'
import type { FlashLender } from './flashLoans.ts'
import { getFlashLenders } from './getFlashLenders.ts'
import type { Opportunity } from './opportunity.ts'
import { toOpportunity } from './profit.ts'
import { payer, payerOverrides } from './proof/payer.ts'
import { toTransfer } from './proof/toSale.ts'
import { proveLiquidation, proveOpportunities } from './proveLiquidation.ts'
import { scanLiquidations } from './scanLiquidations.ts'
import { computePair } from './sizing/computePair.ts'

const { tokens, uniswapV2, uniswapV3, aaveV3 } = addresses
const sameToken: Address = '0x0000000000000000000000000000000000005a3e'
const weiPerGas = 1_000_000_000n
let devnet: Devnet
let client: PublicClient
let opportunities: readonly Opportunity[]
let simulations = 0

type Simulation = readonly [{ readonly blockStateCalls: readonly object[] }, string]

/** Simulates 12 s after the block, like the specification, so that interest accrues. Anvil simulates at the block's time. */
function toClient(refuse?: (method: string) => Error | undefined): PublicClient {
  const { client: chain } = devnet.chains.ethereum
  return createPublicClient({
    chain: mainnet,
    transport: custom(
      {
        async request({ method, params }) {
          const error = refuse?.(method)
          if (error) throw error
          if (method !== 'eth_simulateV1') return chain.request({ method, params })
          simulations += 1
          const [{ blockStateCalls, ...rest }, at] = params as Simulation
          const { timestamp } = await chain.getBlock({ blockNumber: BigInt(at) })
          const blockOverrides = { time: toHex(timestamp + 12n) }
          const later = { ...rest, blockStateCalls: blockStateCalls.map((one) => ({ ...one, blockOverrides })) }
          return chain.request({ method, params: [later, at] } as never)
        },
      },
      { retryCount: 0 },
    ),
  })
}

beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 0 })
  client = toClient()
  const { client: chain } = devnet.chains.ethereum
  await openPositions(chain, [
    {
      market: 'aaveV3',
      account: sameToken,
      collateralUsd: { WETH: 9_500, USDC: 500 },
      debtUsd: { USDC: 7_950 },
    },
  ])
  await chain.writeContract({
    account: devnet.accounts.deployer,
    chain: null,
    address: addresses.feeds['ETH / USD'].address,
    abi: readAbi('priceFeed'),
    functionName: 'updateAnswer',
    args: [2_800n * 10n ** 8n],
  })
  await chain.mine({ blocks: 1 })
  const known = Object.values(devnet.accounts.borrowersOf).flatMap((all) => all.map(({ address }) => address))
  ;({ opportunities } = await scanLiquidations(client, { borrowers: [...known, sameToken], weiPerGas }))
}, 90_000)
afterAll(() => devnet.close())

const toShape = ({ hops }: SwapRoute) => hops.map(({ fee }) => (fee === null ? 'pair' : 'ticks')).join('>')
const announced = ({ route, collateralToReceive: { amount } }: Opportunity) =>
  (route === null ? amount : route.quote(amount)) as bigint

/** An opportunity that repays an exact amount of USDC, with every route for its ether: one or two pools of each kind. */
async function withEveryRoute(): Promise<readonly (Opportunity & { readonly route: SwapRoute })[]> {
  const one = opportunities.find(({ protocol, route }) => protocol === 'aave_v3' && route !== null) as Opportunity
  const { timestamp } = await client.getBlock({ blockNumber: one.blockNumber })
  const reader = await createBlockReader(client, { block: { number: one.blockNumber, timestamp } })
  const [weth, usdc, usdt] = [one.collateralToReceive.token, one.debtToRepay.token, tokens.USDT.address] as const
  const ways = [
    { tokenIn: weth, tokenOut: usdc },
    { tokenIn: weth, tokenOut: usdt },
    { tokenIn: usdt, tokenOut: usdc },
  ]
  const read = (id: string) =>
    getSwapRoutes(reader, 'ethereum', ways, { dexes: dexFactories.filter((dex) => dex.id === id), bases: [] })
  const forms = await Promise.all(['uniswap_v2', 'sushiswap', 'uniswap_v3'].map(read))
  const between = (tokenIn: Address, tokenOut: Address) => forms.flatMap((routes) => routes.between(tokenIn, tokenOut))
  const routes = [
    ...between(weth, usdc),
    ...between(weth, usdt).flatMap((first) => between(usdt, usdc).map((second) => join(first, second))),
  ]
  return routes
    .filter(({ quote }) => quote(one.collateralToReceive.amount) !== null)
    .map((route) => ({ ...one, route }))
}

const join = (first: SwapRoute, second: SwapRoute): SwapRoute => ({
  hops: [...first.hops, ...second.hops],
  gas: first.gas + second.gas,
  quote: (amountIn) => second.quote(first.quote(amountIn) ?? 0n),
})

async function withRoute(shape: string): Promise<Opportunity & { readonly route: SwapRoute }> {
  const found = (await withEveryRoute()).find(({ route }) => toShape(route) === shape)
  if (found === undefined) throw new TypeError(`There is no ${shape} route.`)
  return found
}

/** A scan does not choose this while pools pay more for ether than its feed. */
async function toSameToken(): Promise<Opportunity> {
  const reader = await createBlockReader(client)
  const { markets } = await readMarkets(reader, 'ethereum', [aaveV3Lending])
  const { protocol, market } = markets.find(({ market }) => market.id === aaveV3.pool.toLowerCase()) as ReadMarket
  const [account] = (await protocol.getAccounts(reader, market, [sameToken])) as [Account]
  const usdc = market.reserves.findIndex(({ symbol }) => symbol === 'USDC')
  const routes = await getSwapRoutes(reader, 'ethereum', [])
  const { lenders } = await getFlashLenders(reader, 'ethereum', [tokens.USDC.address])
  const candidate = { protocol, market, account, health: protocol.computeHealth(market, account) }
  const gasCost = { weiPerGas, nativePriceUsd: 2_800 }
  const best = computePair({ ...candidate, routes, lenders, gasCost }, { collateral: usdc, debt: usdc })
  if ('refused' in best) throw new Error(best.refused)
  const { blockNumber } = reader
  return toOpportunity(candidate, best, {
    chain: 'ethereum',
    blockNumber,
    pendingUpdate: null,
    timestampMs: 0,
    gasCost,
  })
}

/** Sells ether into the pool as another trader. */
async function sellInto({ fee, tokenIn, tokenOut }: Hop, amountIn: bigint): Promise<void> {
  const { client: chain } = devnet.chains.ethereum
  const recipient: Address = '0x0000000000000000000000000000000000005e77'
  await chain.impersonateAccount({ address: recipient })
  await chain.setBalance({ address: recipient, value: amountIn * 2n })
  const sent = { account: recipient, chain: null } as const
  const router = fee === null ? uniswapV2.router : uniswapV3.swapRouter02
  const weth = parseAbi(['function deposit() payable', 'function approve(address, uint256)'])
  const hashes = [
    await chain.writeContract({ ...sent, address: tokenIn, abi: weth, functionName: 'deposit', value: amountIn }),
    await chain.writeContract({
      ...sent,
      address: tokenIn,
      abi: weth,
      functionName: 'approve',
      args: [router, maxUint256],
    }),
    await chain.sendTransaction({
      ...sent,
      to: router,
      data:
        fee === null
          ? encodeFunctionData({
              abi: readAbi('uniswapV2Router'),
              functionName: 'swapExactTokensForTokens',
              args: [amountIn, 0n, [tokenIn, tokenOut], recipient, 2n ** 40n],
            })
          : encodeFunctionData({
              abi: readAbi('swapRouter02'),
              functionName: 'exactInputSingle',
              args: [{ tokenIn, tokenOut, fee, recipient, amountIn, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n }],
            }),
    }),
  ]
  for (const hash of hashes) expect((await chain.waitForTransactionReceipt({ hash })).status).toBe('success')
}

describe('proveLiquidation', () => {
  test('proves the liquidations of every lender, including the sale, one block later', async () => {
    const protocols = new Set(opportunities.map(({ protocol }) => protocol))
    expect([...protocols].sort()).toEqual(['aave_v2', 'aave_v3', 'compound_v2', 'compound_v3', 'morpho', 'spark'])
    for (const one of opportunities) {
      const { proceeds, ...verdict } = await proveLiquidation(client, one)
      expect(verdict, one.protocol).toEqual({ proven: true, reason: null })
      const off = Number((proceeds ?? 0n) - announced(one)) / Number(announced(one))
      expect(Math.abs(off), one.protocol).toBeLessThan(0.00002)
    }
  })

  test('sells nothing if the collateral is the debt token', async () => {
    const one = await toSameToken()
    expect(one).toMatchObject({ route: null, collateralToReceive: { symbol: 'USDC' }, debtToRepay: { symbol: 'USDC' } })
    expect(await proveLiquidation(client, one)).toEqual({ proven: true, reason: null, proceeds: announced(one) })
    const { amount } = one.collateralToReceive
    const more = { ...one.collateralToReceive, amount: amount + amount / 1_000n }
    expect(await proveLiquidation(client, { ...one, collateralToReceive: more })).toMatchObject({ proven: false })
  })

  test('every route returns its exact quote, and is refuted only if that does not pay', async () => {
    const all = await withEveryRoute()
    const shapes = new Set(all.map(({ route }) => toShape(route)))
    expect([...shapes].sort()).toEqual(['pair', 'pair>pair', 'pair>ticks', 'ticks', 'ticks>pair', 'ticks>ticks'])
    for (const one of all) {
      const { proceeds, proven, reason } = await proveLiquidation(client, one)
      expect(proceeds, reason ?? '').toBe(announced(one))
      expect(proven).toBe(announced(one) >= one.debtToRepay.amount + (one.flashLoan?.fee ?? 0n))
    }
  })

  test.each([
    ['pair', /^The sale failed: .*K/],
    ['ticks', /less than computed/],
    ['pair>ticks', /^The sale failed: .*K/],
    ['ticks>pair', /^The sale failed: .*K/],
    ['ticks>ticks', /^The sale failed/],
  ])('%s: refuted when another trader sells first', async (shape, expected) => {
    const { client: chain } = devnet.chains.ethereum
    const id = await chain.snapshot()
    const one = await withRoute(shape)
    expect(await proveLiquidation(client, one)).toMatchObject({ proven: true })
    await sellInto(one.route.hops[0] as Hop, parseEther('300'))
    const { proven, reason } = await proveLiquidation(client, { ...one, blockNumber: await chain.getBlockNumber() })
    expect(proven).toBe(false)
    expect(reason).toMatch(expected)
    await chain.revert({ id })
  })

  test('a pool that receives or pays less than quoted refutes it', async () => {
    const one = await withRoute('pair')
    const [hop] = one.route.hops as [Hop]
    const route = {
      ...one.route,
      hops: [{ ...hop, quote: (amountIn: bigint) => (hop.quote(amountIn) as bigint) + 1n }],
    }
    expect(await proveLiquidation(client, { ...one, route })).toMatchObject({
      proven: false,
      reason: expect.stringMatching(/UniswapV2: K/),
      proceeds: null,
    })
    const dear = {
      ...one.route,
      quote: (amountIn: bigint) => ((one.route.quote(amountIn) as bigint) * 1_001n) / 1_000n,
    }
    const { amount } = one.collateralToReceive
    expect(await proveLiquidation(client, { ...one, route: dear })).toEqual({
      proven: false,
      reason: 'The sale brought less than computed.',
      proceeds: one.route.quote(amount),
    })
    const more = { ...one.collateralToReceive, amount: amount + amount / 1_000n }
    expect(await proveLiquidation(client, { ...one, collateralToReceive: more })).toMatchObject({
      proven: false,
      reason: expect.stringMatching(/less collateral/),
      proceeds: null,
    })
  })

  test('sells slightly less collateral than announced', async () => {
    const one = await withRoute('ticks')
    const { amount } = one.collateralToReceive
    const more = { ...one.collateralToReceive, amount: amount + amount / 50_000n }
    simulations = 0
    expect(await proveLiquidation(client, { ...one, collateralToReceive: more })).toEqual({
      proven: true,
      reason: null,
      proceeds: one.route.quote(amount),
    })
    expect(simulations).toBe(2)
  })

  test('borrows from the aToken of an Aave pool, and refutes if the sale does not cover the fee', async () => {
    const one = await withRoute('ticks')
    const { lenders } = await getFlashLenders(await createBlockReader(client), 'ethereum', [one.debtToRepay.token])
    const { source, lender, holder } = lenders.find(({ lender }) => lender === aaveV3.pool.toLowerCase()) as FlashLender
    expect(holder).not.toBe(lender)
    const flashLoan = { source, lender, holder, fee: 1_000_000n, gas: 0n }
    expect(await proveLiquidation(client, { ...one, flashLoan })).toMatchObject({ proven: true })
    const fee = announced(one) - one.debtToRepay.amount + 1n
    expect(await proveLiquidation(client, { ...one, flashLoan: { ...flashLoan, fee } })).toMatchObject({
      proven: false,
      reason: expect.stringMatching(/does not cover the loan/),
      proceeds: announced(one),
    })
  })

  test('a liquidation that cannot be simulated is neither proven nor refuted', async () => {
    const one = await withRoute('ticks')
    const [hop] = one.route.hops as [Hop]
    const unquoted = { ...one.route, hops: [{ ...hop, quote: () => null }] }
    const empty = { source: 'morpho', lender: sameToken, holder: sameToken, fee: 0n, gas: 0n }
    const silent = toClient((method) =>
      method === 'eth_simulateV1' ? Object.assign(new Error('no such method'), { code: -32601 }) : undefined,
    )
    for (const [to, change, reason] of [
      [client, { flashLoan: null }, /No known lender/],
      [client, { route: unquoted }, /no quote/],
      [client, { flashLoan: empty }, /could not lend/],
      [silent, {}, /has no eth_simulateV1/],
    ] as const) {
      const proof = await proveLiquidation(to, { ...one, ...change })
      expect(proof).toEqual({ proven: null, reason: expect.stringMatching(reason), proceeds: null })
    }
  })

  test('a scan keeps proven opportunities, reports refuted ones, and leaves them unproven when a provider fails', async () => {
    const good = await withRoute('ticks')
    const bad = { ...good, route: { ...good.route, quote: (amountIn: bigint) => amountIn } }
    const { opportunities: kept, refuted } = await proveOpportunities(client, [bad, good, bad])
    expect(kept).toEqual([{ ...good, proven: true }])
    const { protocol, market, borrower } = good
    const reason = 'Simulated: The sale brought less than computed.'
    expect(refuted).toEqual([1, 2].map(() => ({ protocol, market, borrower, reason })))
    const broken = toClient((method) => (method === 'eth_simulateV1' ? new Error('busy') : undefined))
    expect(await proveOpportunities(broken, [good])).toEqual({ opportunities: [good], refuted: [] })
  })
})

test('the payer pays once in a callback of any name', async () => {
  const { pool } = (await withRoute('ticks')).route.hops[0] as Hop
  const abi = parseAbi(['function pancakeV3SwapCallback(int256 amount0Delta, int256 amount1Delta, bytes data)'])
  const weth = tokens.WETH.address
  const data = `0x${weth.slice(2).padStart(64, '0')}${toTransfer(sameToken, 7n).slice(2)}` as const
  const callback = { abi, functionName: 'pancakeV3SwapCallback', args: [5n, -3n, data] } as const
  const stages = {
    callback: [
      { from: pool, to: weth, data: toTransfer(payer, 7n) },
      { from: pool, to: payer, data: encodeFunctionData(callback) },
    ],
    balances: [toBalanceStep(weth, sameToken), toBalanceStep(weth, payer)],
  }
  const results = await simulate(client, await client.getBlockNumber(), stages, payerOverrides)
  expect(results?.balances.map(toAmount)).toEqual([7n, 0n])
})
