import { createClient, type OutriggerClient } from '@outrigger/api'
import { addresses, type Devnet, startDevnet } from '@outrigger/devnet'
import { type AggregatorServer, type AskedSwap, createAggregatorServer } from '@outrigger/devnet/markets'
import { type Address, createPublicClient, encodeFunctionData, http, type PublicClient, parseAbi } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OutriggerNode, openNode } from '../createNode.ts'
import { InvalidConfigError, toNodeConfig } from '../node/config.ts'
import type { SwapSettings } from '../node/swapSettings.ts'

const { WETH, USDC } = addresses.tokens
const router02: Address = addresses.uniswapV2.router
const abi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[])',
])
const asked = { chain: 'ethereum', from_token: WETH.address, to_token: USDC.address, amount: String(10n ** 18n) }
let devnet: Devnet
let chain: PublicClient
let server: AggregatorServer
const opened: { close(): Promise<void> }[] = []

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0, silent: true })
  chain = createPublicClient({ chain: mainnet, transport: http(devnet.chains.ethereum.rpcUrl) })
  server = await createAggregatorServer({ make })
}, 120_000)
afterAll(async () => {
  for (const one of opened) await one.close()
  await server?.close()
  await devnet?.close()
})

async function make({ tokenIn, tokenOut, amountIn, from }: AskedSwap) {
  const path = [tokenIn, tokenOut] as readonly Address[]
  const read = { address: router02, abi, functionName: 'getAmountsOut', args: [amountIn, path] } as const
  const amountOut = (await chain.readContract(read))[1] ?? 0n
  const args = [amountIn, 0n, path, from as Address, 2n ** 40n] as const
  const data = encodeFunctionData({ abi, functionName: 'swapExactTokensForTokens', args })
  return { amountOut, to: router02.toLowerCase(), data, value: 0n }
}

async function open(use: NonNullable<SwapSettings['use']>): Promise<OutriggerClient> {
  const endpoints = [{ url: devnet.chains.ethereum.rpcUrl, wsUrl: false as const }]
  const swaps: SwapSettings = {
    use,
    '1inch': {
      enabled: true,
      url: server.urls['1inch'],
      apiKey: 'SECRET-OF-OURS',
      contracts: { ethereum: [router02] },
    },
    kyberswap: { enabled: true, url: server.urls.kyberswap, contracts: { ethereum: [router02] } },
  }
  const node: OutriggerNode = await openNode(
    { chains: { ethereum: { endpoints } }, swaps },
    {},
    { aggregators: { timeoutMs: 20_000 } },
  )
  const { url } = await node.listen({ port: 0, gatewayPort: 0 })
  const { secret } = await node.keys.create({ name: 'swaps', scopes: ['read:blockchain'] })
  const client = createClient({ url, apiKey: secret })
  opened.push(client, node)
  return client
}

describe('swaps by a named aggregator', () => {
  it('have its promise as far as it is kept, in all three forms', async () => {
    const client = await open('1inch')
    const { data } = await client.wire.swapQuote(asked)
    const tokens = { tokenIn: WETH.address, tokenOut: USDC.address, from: WETH.address }
    const { amountOut } = await make({ ...tokens, chain: '1', amountIn: 10n ** 18n, slippageBps: 0 })
    expect(data).toMatchObject({ to_amount: String(amountOut), price_impact: null })
    // The calldata is of Uniswap's own router, not of 1inch.
    expect(data).toMatchObject({
      to_amount_min: null,
      warnings: [expect.stringMatching(/calldata of 1inch does not show/)],
    })
    expect(data.route).toMatchObject([{ dex: '1inch', pool: router02.toLowerCase(), percent: 100 }])
    const { data: quote } = await client.wire.aggregatorQuote(asked)
    expect(quote.protocols).toMatchObject([{ name: '1inch', part: 100 }])
    expect(quote.to_amount).toBe(String(amountOut))
    const [trader] = devnet.accounts.traders
    const { data: swap } = await client.wire.aggregatorSwap({ ...asked, from_address: trader?.address ?? '' })
    expect(swap.tx.to).toBe(router02.toLowerCase())
    const receipt = await chain.call({
      account: trader?.address as Address,
      to: router02,
      data: swap.tx.data as Address,
    })
    expect(receipt.data).toBeDefined()
    const poor = client.wire.aggregatorSwap({ ...asked, from_address: `0x${'6b'.repeat(20)}` })
    await expect(poor).rejects.toMatchObject({ status: 400, message: expect.stringMatching(/has 0 units/) })
    const permit = client.wire.aggregatorSwap({ ...asked, from_address: trader?.address ?? '', permit: '0x12' })
    await expect(permit).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/is not supported with 1inch/),
    })
  })

  it('are refused where it lies, and where it is dead, without its key or address', async () => {
    const client = await open('1inch')
    for (const [fault, reason] of [
      [{ factor: 1.1 }, /promises/],
      [{ isDead: true }, /cannot be reached/],
      [{ data: '0xdeadbeef' }, /Simulated/],
    ] as const) {
      server.setFault('1inch', fault)
      const error: unknown = await client.wire.aggregatorQuote(asked).catch((cause) => cause)
      expect(error).toMatchObject({ status: 503, code: 'UPSTREAM_UNAVAILABLE' })
      expect((error as Error).message).toMatch(reason)
      expect((error as Error).message).not.toMatch(/SECRET|http:/)
    }
    server.setFault('1inch', {})
  })

  it('are refused with a reason where the transaction is not the swap, simulated or not', async () => {
    const client = await open('1inch')
    const [trader] = devnet.accounts.traders
    const attacker = `0x${'66'.repeat(20)}`
    const abi = parseAbi([
      'function transfer(address to, uint256 amount)',
      'function approve(address to, uint256 amount)',
    ])
    const take = (functionName: 'transfer' | 'approve') =>
      encodeFunctionData({ abi, functionName, args: [attacker as Address, 10n ** 18n] })
    const toToken = (body: string) => body.replaceAll(router02.toLowerCase(), WETH.address.toLowerCase())
    const promise = (text: string) => (body: string) => body.replace(/"dstAmount":"\d+"/, `"dstAmount":${text}`)
    const lies: readonly (readonly [Parameters<AggregatorServer['setFault']>[1], RegExp])[] = [
      [{ data: take('transfer'), edit: toToken }, /a token/],
      [{ data: take('approve'), edit: toToken }, /a token/],
      [{ data: take('transfer'), edit: (body) => promise('"0"')(toToken(body)) }, /promises 0 units/],
      [{ edit: promise('"0"') }, /promises 0 units/],
      [{ edit: promise('"-5"') }, /whole number/],
      [{ edit: promise('"0x5"') }, /whole number/],
      [{ edit: promise('5') }, /whole number/],
      [{ edit: promise(`"${'9'.repeat(78)}"`) }, /above 2/],
      [{ factor: 0.9 }, /basis points less/],
      [{ edit: (body) => body.replaceAll(router02.toLowerCase(), attacker) }, /not one of its known contracts/],
      [{ edit: (body) => body.replace('"value":"0"', '"value":"1"') }, /pays 1 wei/],
    ]
    for (const [fault, reason] of lies)
      for (const disable_estimate of [true, false]) {
        server.setFault('1inch', fault)
        const swap = client.wire.aggregatorSwap({ ...asked, from_address: trader?.address ?? '', disable_estimate })
        await expect(swap).rejects.toMatchObject({ status: 503, code: 'UPSTREAM_UNAVAILABLE' })
        await expect(swap).rejects.toThrow(reason)
      }
    server.setFault('1inch', {})
    const none = client.wire.aggregatorQuote({ ...asked, to_token: `0x${'77'.repeat(20)}` })
    await expect(none).rejects.toMatchObject({ status: 503, message: expect.stringMatching(/not a token/) })
  })

  it('are of whichever keeps its promise with best', async () => {
    server.setFault('1inch', { factor: 1.1 })
    const client = await open('best')
    const { data } = await client.wire.aggregatorQuote(asked)
    server.setFault('1inch', {})
    expect(data.protocols.map(({ name }) => name)).not.toContain('1inch')
    expect(Number(data.to_amount) / 1e6).toBeGreaterThan(2_900)
  })
})

it('a configuration that cannot work is refused', () => {
  expect(() => toNodeConfig({ swaps: { use: 'odos' } })).toThrow(/swaps.use: odos is not enabled/)
  expect(() => toNodeConfig({ swaps: { velora: { apiKey: 'x' } } })).toThrow(/velora takes no API key/)
  expect(() => toNodeConfig({ swaps: { use: 'uniswap' } })).toThrow(InvalidConfigError)
  const trusting = (contracts: object) => () => toNodeConfig({ swaps: { kyberswap: { contracts } } })
  expect(trusting({ ethereum: [WETH.address] })).toThrow(/kyberswap: .* is a token/)
  expect(trusting({ atlantis: [router02] })).toThrow(/unknown chain, atlantis/)
  expect(trusting({ ethereum: ['0x12'] })).toThrow(InvalidConfigError)
  expect(trusting({ ethereum: [router02] })).not.toThrow()
})
