import { aggregationRouters, nativeToken, settlerRegistry } from '@outrigger/calldata/internal'
import { addresses, type Devnet, startDevnet } from '@outrigger/devnet'
import { type AggregatorServer, type AskedSwap, createAggregatorServer, type MadeSwap } from '@outrigger/devnet/markets'
import {
  type Address,
  concatHex,
  createPublicClient,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  multicall3Abi,
  type PublicClient,
  pad,
  parseAbi,
} from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAggregator } from '../aggregators/createAggregator.ts'
import { type AggregatorName, aggregatorNames } from '../aggregators/registry.ts'
import { createSwapRouter, type SwapRouter } from '../router/createSwapRouter.ts'
import { createSwapper } from '../router/fixtures/swapper.ts'
import { getBestQuote } from './getBestQuote.ts'

const { WETH, USDC, USDT, DAI, LINK } = addresses.tokens
/** An account without assets and approvals. */
const somebody: Address = `0x${'5a'.repeat(20)}`
const router02: Address = addresses.uniswapV2.router
const abi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[])',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable returns (uint256[])',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[])',
])
let devnet: Devnet
let client: PublicClient
let router: SwapRouter
let server: AggregatorServer

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0, silent: true })
  client = createPublicClient({ chain: mainnet, transport: http(devnet.chains.ethereum.rpcUrl) })
  router = createSwapRouter({ pool: client })
  server = await createAggregatorServer({ make: swapByRouter02 })
}, 120_000)
afterAll(async () => {
  await server?.close()
  await devnet?.close()
})
beforeEach(() => {
  for (const name of aggregatorNames) server.setFault(name, {})
})

/** An aggregator that uses Uniswap's V2 router and its quote. */
async function swapByRouter02({ tokenIn, tokenOut, amountIn, from }: AskedSwap): Promise<MadeSwap> {
  const wrap = (token: string) => (token === nativeToken ? WETH.address : token) as Address
  const [path, to, deadline] = [[wrap(tokenIn), wrap(tokenOut)], from as Address, 2n ** 40n]
  const read = { address: router02, abi, functionName: 'getAmountsOut', args: [amountIn, path] } as const
  const amountOut = (await client.readContract(read))[1] ?? 0n
  const data =
    tokenIn === nativeToken
      ? encodeFunctionData({ abi, functionName: 'swapExactETHForTokens', args: [0n, path, to, deadline] })
      : encodeFunctionData({
          abi,
          args: [amountIn, 0n, path, to, deadline],
          functionName: tokenOut === nativeToken ? 'swapExactTokensForETH' : 'swapExactTokensForTokens',
        })
  return { amountOut, to: router02, data, value: tokenIn === nativeToken ? amountIn : 0n }
}

const swapped: AskedSwap = {
  chain: '1',
  tokenIn: WETH.address,
  tokenOut: USDC.address,
  amountIn: 10n ** 18n,
  from: somebody,
  slippageBps: 50,
}

const create = (names: readonly AggregatorName[], timeoutMs = 20_000) =>
  names.map((name) =>
    createAggregator({ name, url: server.urls[name], timeoutMs, contracts: { ethereum: [router02] } }),
  )

const fetchJson = (names: readonly AggregatorName[], change: object = {}) =>
  getBestQuote(client, {
    chain: 'ethereum',
    router,
    aggregators: create(names),
    from: somebody,
    tokenIn: WETH.address,
    tokenOut: USDC.address,
    amountIn: 10n ** 18n,
    ...change,
  })

describe('the best quote', () => {
  it.each([
    ['token for token', WETH.address, USDC.address, 10n ** 18n],
    ['USDT, which takes an allowance only where there is none', USDT.address, WETH.address, 10n ** 9n],
    ['native in', nativeToken, DAI.address, 10n ** 18n],
    ['native out', LINK.address, nativeToken, 10n ** 19n],
  ])('is what every transaction brings, by simulation, of a sender who has nothing (%s)', async (...given) => {
    const [, tokenIn, tokenOut, amountIn] = given
    const { best, quotes } = await fetchJson(['1inch', 'velora'], { tokenIn, tokenOut, amountIn })
    expect(quotes.map(({ source }) => source).sort()).toEqual(['1inch', 'local', 'velora'])
    for (const quote of quotes) {
      expect(quote).toMatchObject({ verdict: 'kept', reason: null, difference: 0 })
      expect(quote.received).toBe(quote.promised)
      expect(quote.gas ?? 0n).toBeGreaterThan(50_000n)
    }
    expect(best).toBe(quotes[0])
    expect(quotes.every(({ received }) => (best?.received ?? 0n) >= (received ?? 0n))).toBe(true)
  })

  it('is never from a lying, reverting, dead or hanging aggregator', async () => {
    server.setFault('1inch', { factor: 1.1 })
    server.setFault('0x', { data: '0xdeadbeef' })
    server.setFault('odos', { isDead: true })
    server.setFault('velora', { hangs: true })
    const hung = create(['velora'], 500)
    const aggregators = [...create(['1inch', '0x', 'odos', 'kyberswap']), ...hung]
    const { best, quotes } = await fetchJson([], { aggregators })
    const of = (source: string) => quotes.find((quote) => quote.source === source)
    expect(of('1inch')).toMatchObject({ verdict: 'short', reason: expect.stringMatching(/promises .* delivers/) })
    expect(of('1inch')?.difference).toBeCloseTo(-9.0909, 2)
    expect(of('0x')).toMatchObject({ verdict: 'reverted', received: null })
    expect(of('odos')).toMatchObject({ verdict: 'failed', promised: null })
    expect(of('velora')).toMatchObject({ verdict: 'failed', reason: 'no answer within 500 ms' })
    expect(of('kyberswap')).toMatchObject({ verdict: 'kept', difference: 0 })
    expect(of('local')).toMatchObject({ verdict: 'kept' })
    expect(['local', 'kyberswap']).toContain(best?.source)
    // The liar promises the most.
    expect(Math.max(...quotes.map(({ promised }) => Number(promised ?? 0n)))).toBe(Number(of('1inch')?.promised))
  })

  it('is an aggregator’s if the local router knows no better pools', async () => {
    const blind = createSwapRouter({ pool: client, dexes: [] })
    const { best, quotes } = await fetchJson(['odos'], { router: blind })
    expect(best?.source).toBe('odos')
    expect(quotes.at(-1)).toMatchObject({ source: 'local', verdict: 'failed' })
  })

  it('is kept when the transaction is sent', async () => {
    const swapper = await createSwapper(devnet, nativeToken, 0n)
    const change = { tokenIn: nativeToken, from: swapper.address }
    const { best } = await fetchJson(['1inch', '0x'], change)
    if (best?.transaction == null) throw new TypeError('There is no quote.')
    expect(await swapper.swap(best.transaction)).toMatchObject({ status: 'success' })
    expect(await swapper.balance(USDC.address)).toBe(best.received)
  })

  it('is never one that promises or brings too little compared with the local quote, at any slippage', async () => {
    server.setFault('1inch', { factor: 0.97 })
    server.setFault('odos', { factor: 0.995 })
    const { quotes } = await fetchJson(['1inch', 'odos'], { slippageBps: 10_000 })
    const of = (source: string) => quotes.find((quote) => quote.source === source)
    expect(of('1inch')).toMatchObject({
      verdict: 'short',
      reason: expect.stringMatching(/more than 100 basis points less/),
    })
    expect(of('odos')).toMatchObject({ verdict: 'kept' })
    const { best } = await fetchJson(['1inch'], { maxShortfallBps: 400, slippageBps: 10_000 })
    expect(best?.source).toBe('local')
    const strangers: Address = `0x${'66'.repeat(20)}`
    server.setFault('odos', { data: (await swapByRouter02({ ...swapped, from: strangers })).data })
    const {
      quotes: [, robbed],
    } = await fetchJson(['odos'], { slippageBps: 10_000 })
    expect(robbed).toMatchObject({ source: 'odos', verdict: 'short', received: 0n })
  })

  it('is never a transaction that needs an account, or whose operator is in no registry', async () => {
    const chain = createTestClient({ mode: 'anvil', chain: mainnet, transport: http(devnet.chains.ethereum.rpcUrl) })
    const account: Address = `0x${'6c'.repeat(20)}`
    const contracts = { ethereum: [account] }
    const own = createAggregator({ name: 'odos', url: server.urls.odos, timeoutMs: 20_000, contracts })
    server.setFault('odos', { edit: (body) => body.replaceAll(router02, account) })
    const refused = async () => (await fetchJson([], { aggregators: [own] })).quotes.at(-1)
    expect(await refused()).toMatchObject({ verdict: 'unsafe', reason: expect.stringMatching(/has no code/) })
    await chain.setCode({ address: account, bytecode: concatHex(['0xef0100', router02]) })
    expect(await refused()).toMatchObject({ verdict: 'unsafe', reason: expect.stringMatching(/a key that delegates/) })

    const holder = aggregationRouters.zeroEx.ethereum?.[0] ?? account
    const exec = parseAbi([
      'function exec(address operator, address token, uint256 amount, address target, bytes data)',
    ])
    const args = [account, WETH.address, 10n ** 18n, account, '0x1fff991f'] as const
    server.setFault('0x', {
      data: encodeFunctionData({ abi: exec, args }),
      edit: (body) => body.replaceAll(router02, holder),
    })
    await chain.setCode({ address: holder, bytecode: '0x00' })
    const zeroEx = async () => (await fetchJson(['0x'])).quotes.find(({ source }) => source === '0x')
    expect(await zeroEx()).toMatchObject({ verdict: 'unsafe', reason: expect.stringMatching(/lets 0x6c6c.* take/) })
    // A registry that returns the operator: MSTORE(0, PUSH32 operator), RETURN(0, 32).
    const bytecode = concatHex(['0x7f', pad(account), '0x60005260206000f3'])
    await chain.setCode({ address: settlerRegistry, bytecode })
    expect(await zeroEx()).toMatchObject({ verdict: 'short', received: 0n })
  })

  it('is never a transaction that takes another asset by an older approval', async () => {
    const multicall: Address = addresses.multicall3
    const swapper = await createSwapper(devnet, LINK.address, 10n ** 18n)
    const attacker: Address = `0x${'66'.repeat(20)}`
    const call = (target: Address, name: 'approve' | 'transferFrom', args: readonly unknown[]) => {
      const callData = encodeFunctionData({ abi: erc20Abi, functionName: name, args: args as never })
      return { target, allowFailure: false, callData }
    }
    const approval = call(LINK.address, 'approve', [multicall, 10n ** 18n])
    await swapper.swap({ to: approval.target, data: approval.callData, value: 0n })
    const contracts = { ethereum: [multicall] }
    const own = createAggregator({ name: 'odos', url: server.urls.odos, timeoutMs: 20_000, contracts })
    const carryOut = async (stolen: bigint) => {
      const { data } = await swapByRouter02({ ...swapped, from: swapper.address })
      const calls = [
        call(WETH.address, 'transferFrom', [swapper.address, multicall, 10n ** 18n]),
        call(WETH.address, 'approve', [router02, 10n ** 18n]),
        { target: router02, allowFailure: false, callData: data as Hex },
        ...(stolen === 0n ? [] : [call(LINK.address, 'transferFrom', [swapper.address, attacker, stolen])]),
      ]
      const call3 = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
      server.setFault('odos', { data: call3, edit: (body) => body.replaceAll(router02, multicall) })
      return (await fetchJson([], { aggregators: [own], from: swapper.address })).quotes.find(
        ({ source }) => source === 'odos',
      )
    }
    expect(await carryOut(0n)).toMatchObject({ verdict: 'kept' })
    expect(await carryOut(1n)).toMatchObject({
      verdict: 'unsafe',
      reason: expect.stringMatching(/takes assets of 0x5149/),
    })
  })

  it('fails with a clear message for addresses that are not tokens', async () => {
    const none: Address = `0x${'77'.repeat(20)}`
    for (const change of [{ tokenOut: none }, { tokenIn: none }]) {
      const { best, quotes } = await fetchJson(['1inch'], change)
      expect(best).toBe(null)
      const reason = expect.stringMatching(/reports no decimals/)
      expect(quotes.find(({ source }) => source === '1inch')).toMatchObject({ verdict: 'failed', reason })
    }
  })

  it('is the unproven local one without eth_simulateV1', async () => {
    const { request } = client
    const refuse = async (parameters: { readonly method: string }) => {
      if (parameters.method === 'eth_simulateV1') throw Object.assign(new Error('no such method'), { code: -32601 })
      return request(parameters as never)
    }
    const plain = { ...client, request: refuse } as unknown as PublicClient
    const { best, quotes } = await getBestQuote(plain, {
      chain: 'ethereum',
      router,
      aggregators: create(['1inch']),
      from: somebody,
      tokenIn: WETH.address,
      tokenOut: USDC.address,
      amountIn: 10n ** 18n,
    })
    expect(best).toMatchObject({ source: 'local', verdict: 'unproven' })
    expect(quotes.map(({ verdict }) => verdict)).toEqual(['unproven', 'unproven'])
  })
})
