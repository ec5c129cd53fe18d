import { ApiAnswerError, type ApiClient, createApiClient } from '@outrigger/api'
import { contract } from '@outrigger/api/contract'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { Compile } from 'typebox/compile'
import { createWalletClient, encodeFunctionData, type Hex, http, parseAbi, parseEther, parseGwei } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode, type OutriggerNode } from '../createNode.ts'
import type { Listening } from '../node/listening.ts'
import { openStream, type StreamSocket } from './fixtures/streamSocket.ts'

const router = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const aavePool = '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2'
const abi = parseAbi([
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  'function liquidationCall(address collateralAsset, address debtAsset, address user, uint256 debtToCover, bool receiveAToken)',
])

let anvil: Anvil
let node: OutriggerNode
let at: Listening
let key: string
let api: ApiClient
const account = mnemonicToAccount('test test test test test test test test test test test junk')
const friend = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
let nonce = 0

/** Signs and sends a transaction. It stays pending because the chain mines no blocks. */
async function send(to: Hex, value: string, data: Hex = '0x', maxFee = '30'): Promise<Hex> {
  const client = createWalletClient({ account, chain: mainnet, transport: http(anvil.rpcUrl) })
  nonce += 1
  return client.sendTransaction({
    to,
    data,
    nonce: nonce - 1,
    gas: 200_000n,
    value: parseEther(value),
    maxFeePerGas: parseGwei(maxFee),
    maxPriorityFeePerGas: parseGwei('2'),
  })
}
const buy = (value: string) =>
  send(
    router,
    value,
    encodeFunctionData({ abi, functionName: 'swapExactETHForTokens', args: [123n, [weth, usdc], friend, 0n] }),
  )

beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1, args: ['--no-mining'] })
  node = await createNode({
    chains: {
      ethereum: { endpoints: [anvil.rpcUrl] },
      optimism: { endpoints: [anvil.rpcUrl], chainId: 1 },
      base: { endpoints: [anvil.rpcUrl], chainId: 1 },
    },
  })
  at = await node.listen({ port: 0, gatewayPort: 0 })
  key = (await node.keys.create({ name: 'all', scopes: ['admin:account'], tier: 'unlimited' })).secret
  api = createApiClient({ baseUrl: at.url, apiKey: key })
  await send(friend, '0.1')
})

afterAll(async () => {
  await node?.close()
  await anvil?.close()
})

const open = (chain = 'ethereum', secret = key) => openStream(`${at.wsUrl}/api/v1/mempool/${chain}/stream`, secret)
const refused = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (error: unknown) => (error instanceof ApiAnswerError ? `${error.status} ${error.code}` : error),
  )

describe('the mempool over REST', () => {
  it('shows what was pending before anybody asked', async () => {
    const { transactions, count, chain } = await api.mempoolPending({ chain: 'ethereum' })
    expect([chain, count]).toEqual(['ethereum', 1])
    expect(transactions[0]).toMatchObject({ tx_type: 'transfer', value_eth: 0.1, from: account.address.toLowerCase() })
  })

  it('says what everything is, field for field', async () => {
    const hash = await buy('1.5')
    const exactOut = await send(
      router,
      '0',
      encodeFunctionData({ abi, functionName: 'swapTokensForExactTokens', args: [5n, 900n, [usdc, weth], friend, 0n] }),
      '50',
    )
    const liquidation = await send(
      aavePool,
      '0',
      encodeFunctionData({ abi, functionName: 'liquidationCall', args: [weth, usdc, friend, 77n, false] }),
    )
    await expect.poll(async () => (await api.mempoolStatus({ chain: 'ethereum' })).pending_count).toBe(4)

    const swaps = await api.mempoolSwaps({ chain: 'ethereum', dex: 'uniswap_v2' })
    const [bought, exact] = [hash, exactOut].map((one) => swaps.transactions.find((tx) => tx.hash === one))
    expect(swaps.count).toBe(2)
    expect(bought).toMatchObject({
      from: account.address.toLowerCase(),
      to: router,
      value_eth: 1.5,
      gas_price_gwei: 30,
      gas_limit: 200_000,
      nonce: 1,
      tx_type: 'swap',
      swap_details: {
        dex: 'uniswap_v2',
        token_in: weth,
        token_out: usdc,
        amount_in: '1500000000000000000',
        amount_out_min: '123',
        path: ['WETH', 'USDC'],
      },
    })
    expect(bought?.input_data.slice(0, 10)).toBe('0x7ff36ab5')
    expect(Math.abs(Date.now() - Date.parse(bought?.timestamp ?? ''))).toBeLessThan(60_000)
    expect(exact?.swap_details).toMatchObject({ amount_in: '900', amount_out_min: '5', path: ['USDC', 'WETH'] })

    const only = async (args: Omit<Parameters<ApiClient['mempoolPending']>[0], 'chain'>) =>
      (await api.mempoolPending({ chain: 'ethereum', ...args })).transactions.map((tx) => tx.hash)
    expect(await only({ tx_type: 'liquidation' })).toEqual([liquidation])
    expect(await only({ min_value_eth: 1 })).toEqual([hash])
    expect(await only({ min_value_eth: 0.1 })).toHaveLength(2)
    expect(await only({ min_gas_price_gwei: 50 })).toEqual([exactOut])
    expect(await only({ mev_only: true })).toEqual([])
    expect(await only({ limit: 2 })).toHaveLength(2)
    expect((await api.mempoolSwaps({ chain: 'ethereum', min_value_eth: 1.5 })).count).toBe(1)
    expect((await api.mempoolSwaps({ chain: 'ethereum', dex: 'sushiswap' })).count).toBe(0)

    expect(await api.mempoolLiquidations({ chain: 'ethereum' })).toEqual({
      chain: 'ethereum',
      count: 1,
      liquidations: [
        {
          hash: liquidation,
          protocol: 'aave_v3',
          borrower: friend,
          liquidator: account.address.toLowerCase(),
          collateral_token: weth,
          debt_token: usdc,
          debt_to_cover: '77',
          gas_price_gwei: 30,
          timestamp: expect.any(String),
        },
      ],
    })
    // Figures are cached for a second.
    await expect
      .poll(() => api.mempoolStats({ chain: 'ethereum' }), { timeout: 20_000 })
      .toMatchObject({
        total_pending: 4,
        tx_counts: { swap: 2, transfer: 1, liquidation: 1, other: 0 },
        mev_opportunities: { arbitrage: 0 },
        total_value_eth: 1.6,
      })
    const { gas_prices: prices } = await api.mempoolStats({ chain: 'ethereum' })
    expect([prices.min_gwei, prices.median_gwei, prices.max_gwei].toSorted((a, b) => a - b)).toEqual(
      Object.values(prices)
        .filter((_, i) => i !== 1)
        .toSorted((a, b) => a - b),
    )
    expect(prices.avg_gwei).toBeGreaterThan(0)
  })

  it('keeps its bounds, and tells chains apart', async () => {
    for (const limit of [0, 1001, 1.5])
      expect(await refused(api.mempoolPending({ chain: 'ethereum', limit }))).toBe('400 INVALID_PARAMETER')
    expect(await refused(api.mempoolSwaps({ chain: 'ethereum', limit: 501 }))).toBe('400 INVALID_PARAMETER')
    expect(await refused(api.mempoolPending({ chain: 'ethereum', tx_type: 'nonsense' as 'swap' }))).toBe(
      '400 INVALID_PARAMETER',
    )
    expect(await refused(api.mempoolPending({ chain: 'ethereum', min_value_eth: -1 }))).toBe('400 INVALID_PARAMETER')
    for (const chain of ['base', 'atlantis', '__proto__'])
      expect(await refused(api.mempoolStatus({ chain }))).toBe('400 INVALID_CHAIN')
    expect(await refused(api.mempoolStatus({ chain: 'gnosis' }))).toBe('503 UPSTREAM_UNAVAILABLE')
    const hidden = await api.mempoolStatus({ chain: 'optimism' })
    expect(hidden).toMatchObject({ visibility: 'sequencer', note: expect.stringContaining('sequencer') })
    expect((await api.mempoolStatus({ chain: 'ethereum' })).note).toBeUndefined()
  })

  it('names both sides of a Compound v2 liquidation by their underlying tokens', async () => {
    const [cUsdc, cEth] = [
      '0x39aa39c021dfbae8fac545936693ac917d5e7563',
      '0x4ddc2d193948926d02f9b1fe9e1daa0718270ed5',
    ] as const
    const compound = parseAbi(['function liquidateBorrow(address borrower, uint256 amount, address collateral)'])
    const data = encodeFunctionData({ abi: compound, functionName: 'liquidateBorrow', args: [friend, 5n, cEth] })
    const hash = await send(cUsdc, '0', data)
    const found = async () =>
      (await api.mempoolLiquidations({ chain: 'ethereum' })).liquidations.find((one) => one.hash === hash)
    await expect.poll(found).toMatchObject({ protocol: 'compound_v2', collateral_token: weth, debt_token: usdc })
  })

  it('is limited per minute by tier', async () => {
    const { secret } = await node.keys.create({ name: 'free', scopes: ['read:blockchain'] })
    const ask = () => fetch(`${at.url}/v1/mempool/ethereum/status`, { headers: { 'x-api-key': secret } })
    const answers = await Promise.all(Array.from({ length: 90 }, ask))
    // As time passes, one more request is allowed each second.
    const served = answers.filter(({ status }) => status === 200).length
    expect(served).toBeGreaterThanOrEqual(60)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(90 - served)
    expect(served).toBeLessThan(90)
    expect(await (await ask()).json()).toMatchObject({ error: { code: 'RATE_LIMIT_EXCEEDED', details: { limit: 60 } } })
  })
})

describe('the mempool as a stream', () => {
  it('greets, applies filters, and says which subscription a transaction is for', async () => {
    const stream = await open()
    expect(await stream.next()).toEqual({ type: 'connected', chain: 'ethereum', pending_count: expect.any(Number) })
    const filter = { tx_types: ['swap'], min_value_eth: 2, dex_protocols: ['uniswap_v2'] }
    stream.say({ action: 'subscribe', filter })
    const subscribed = await stream.next()
    expect(subscribed).toEqual({ type: 'subscribed', subscription_id: expect.any(String), filter })
    stream.say({ action: 'subscribe' })
    const all = await stream.next()
    expect(all).toMatchObject({ type: 'subscribed', filter: {} })
    const { subscriber_count } = await api.mempoolStatus({ chain: 'ethereum' })
    expect(subscriber_count, 'sockets, not subscriptions').toBe(1)

    const [small, large] = [await buy('1'), await buy('2.5')]
    const messages = await stream.take(3)
    const { transactions } = contract.mempoolPending.response.properties
    for (const { type, data } of messages)
      expect([type, Compile(transactions.items).Errors(data)]).toEqual(['transaction', []])
    const received = messages.map(({ subscription_id, data }) => [subscription_id, data.hash])
    expect(received).toEqual(
      expect.arrayContaining([
        [all.subscription_id, small],
        [all.subscription_id, large],
        [subscribed.subscription_id, large],
      ]),
    )
    const listed = (await api.mempoolPending({ chain: 'ethereum', limit: 1000 })).transactions
    expect(listed).toContainEqual(messages[0]?.data)

    stream.say({ action: 'unsubscribe', subscription_id: all.subscription_id })
    expect(await stream.next()).toEqual({ type: 'unsubscribed', subscription_id: all.subscription_id })
    await buy('1')
    const last = await buy('3')
    expect(await stream.next()).toMatchObject({ subscription_id: subscribed.subscription_id, data: { hash: last } })
    stream.close()
    await expect.poll(async () => (await api.mempoolStatus({ chain: 'ethereum' })).subscriber_count).toBe(0)
  })

  it('is part of the stream of all streams', async () => {
    const { access_token: token } = await api.authToken({ grant_type: 'client_credentials' })
    const stream = await openStream(`${at.wsUrl}/api/v1/ws/connect?token=${token}`)
    const first = await stream.next()
    expect(first).toEqual({ type: 'connected', key_id: expect.any(String), expires_at: expect.any(String) })
    expect(Date.parse(first.expires_at) - Date.now()).toBeGreaterThan(3_500_000)
    for (const [message, error] of [
      [{}, 'INVALID_PARAMETER'],
      [{ stream: 'mempool' }, 'INVALID_PARAMETER'],
      [{ stream: 'connect', chain: 'ethereum' }, 'INVALID_PARAMETER'],
      [{ stream: 'constructor', chain: 'ethereum' }, 'INVALID_PARAMETER'],
      [{ stream: 'chain', chain: 'ethereum' }, 'INVALID_PARAMETER'],
      [{ stream: 'mempool', chain: 'base' }, 'INVALID_CHAIN'],
      [{ stream: 'mempool', chain: 'gnosis' }, 'UPSTREAM_UNAVAILABLE'],
    ] as const) {
      stream.say({ action: 'subscribe', ...message })
      expect(await stream.next()).toMatchObject({ type: 'error', error })
    }
    stream.say({ action: 'subscribe', stream: 'mempool', chain: 'ethereum', filter: { addresses: [friend] } })
    expect(await stream.next()).toMatchObject({ type: 'subscribed' })
    const hash = await send(friend, '0.2')
    expect(await stream.next()).toMatchObject({ type: 'transaction', data: { hash, to: friend } })
    stream.close()
  })

  it('of one path takes no other stream or chain, and no filter by a wrong name', async () => {
    const stream = await open()
    await stream.next()
    const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
    for (const [message, error, words] of [
      [{ stream: 'liquidations' }, 'INVALID_PARAMETER', 'stream must be mempool'],
      [{ chain: 'base' }, 'INVALID_PARAMETER', 'chain must be ethereum'],
      [{ filters: { tx_types: ['swap'] } }, 'INVALID_PARAMETER', 'did you mean `filter`'],
      [{ tx_types: ['swap'] }, 'INVALID_PARAMETER', '{"filter":{"tx_types"'],
      [{ mev_only: true }, 'INVALID_PARAMETER', '{"filter":{"include_mev"'],
      [{ filter: { dex_protocols: ['uniswap_v9'] } }, 'INVALID_PARAMETER', 'uniswap_v3'],
      [{ filter: { tx_types: ['swaps'] } }, 'INVALID_PARAMETER', 'swap'],
      [{ filter: { addresses: [address.replace('d8dA', 'd8da')] } }, 'INVALID_ADDRESS', 'checksum'],
    ] as const) {
      stream.say({ action: 'subscribe', ...message })
      const answer = await stream.next()
      expect(answer).toMatchObject({ type: 'error', error })
      expect(answer.message).toContain(words)
    }
    for (const message of [
      { stream: 'mempool', chain: 'ethereum' },
      { chain: '1' },
      { filter: { addresses: [address] } },
    ]) {
      stream.say({ action: 'subscribe', ...message })
      expect(await stream.next()).toMatchObject({ type: 'subscribed' })
    }
    stream.close()
    const byId = await open('1')
    expect(await byId.next()).toMatchObject({ type: 'connected', chain: 'ethereum' })
    byId.close()
  })

  it('says why it is not opened', async () => {
    const outcome = async (stream: Promise<StreamSocket>) => {
      const { closed } = await stream
      const { code, reason } = await closed
      return `${code} ${reason}`
    }
    expect(await outcome(open('ethereum', 'or_wrong'))).toBe('1008 authentication required')
    expect(await outcome(open('base'))).toBe('1008 INVALID_CHAIN')
    expect(await outcome(open('gnosis'))).toBe('1013 UPSTREAM_UNAVAILABLE')
    const { secret } = await node.keys.create({ name: 'free', scopes: ['stream:websocket'] })
    const first = await open('ethereum', secret)
    expect(await outcome(open('ethereum', secret))).toContain('1008 too many connections: the tier "free" allows 1')
    first.close()
    await first.closed
    const again = await open('ethereum', secret)
    expect(await again.next()).toMatchObject({ type: 'connected' })
    again.close()
  })

  it('ends with its key', async () => {
    const { secret, key: short } = await node.keys.create({ name: 'short', scopes: ['stream:websocket'] })
    const stream = await open('ethereum', secret)
    await stream.next()
    await node.keys.revoke(short.id)
    expect(await stream.closed).toEqual({ code: 1008, reason: 'authentication required' })
  })

  it('and with its node', async () => {
    await using closing = await createNode({ chains: { ethereum: { endpoints: [anvil.rpcUrl] } } })
    const { wsUrl } = await closing.listen({ port: 0, gatewayPort: 0 })
    const { secret } = await closing.keys.create({ name: 'x', scopes: ['stream:websocket'] })
    const stream = await openStream(`${wsUrl}/api/v1/mempool/ethereum/stream`, secret)
    await stream.next()
    await closing.close()
    expect((await stream.closed).code).toBe(1001)
  })
})

it('a node that watches no mempool says so', async () => {
  await using blind = await createNode({ chains: { ethereum: { endpoints: [anvil.rpcUrl] } }, mempool: false })
  const { url } = await blind.listen({ port: 0, gatewayPort: 0 })
  const { secret } = await blind.keys.create({ name: 'x' })
  const client = createApiClient({ baseUrl: url, apiKey: secret })
  expect(await refused(client.mempoolStatus({ chain: 'ethereum' }))).toBe('503 UPSTREAM_UNAVAILABLE')
})
