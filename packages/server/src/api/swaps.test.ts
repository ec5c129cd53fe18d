import { createClient, type OutriggerClient } from '@outrigger/api'
import { nativeToken } from '@outrigger/defi/dex'
import { addresses, type Devnet, startDevnet } from '@outrigger/devnet'
import { createFaultProxy } from '@outrigger/devnet/faults'
import { createTestClient, erc20Abi, type Hex, http, parseEther, publicActions } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode, type OutriggerNode } from '../createNode.ts'
import { PriceMovedError, simulateSwap } from '../node/swapSimulation.ts'

const { WETH, USDC, LINK } = addresses.tokens
const native = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const somebody = `0x${'5a'.repeat(20)}` as const
const oneEther = {
  chain: 'ethereum',
  from_token: WETH.address,
  to_token: USDC.address,
  amount: String(parseEther('1')),
}
let devnet: Devnet
let node: OutriggerNode
let client: OutriggerClient

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0, silent: true })
  const endpoints = [{ url: devnet.chains.ethereum.rpcUrl, wsUrl: false as const }]
  node = await createNode({ chains: { ethereum: { endpoints } }, log: 'silent' })
  const { url } = await node.listen({ port: 0, gatewayPort: 0 })
  const { secret } = await node.keys.create({ name: 'swaps', scopes: ['read:blockchain'], tier: 'unlimited' })
  client = createClient({ url, apiKey: secret })
}, 120_000)
afterAll(async () => {
  await client?.close()
  await node?.close()
  await devnet?.close()
})

function createChainClient() {
  const { rpcUrl } = devnet.chains.ethereum
  return createTestClient({ mode: 'anvil', chain: mainnet, transport: http(rpcUrl) }).extend(publicActions)
}

async function execute(tx: {
  readonly from: string
  readonly to: string
  readonly data: string
  readonly value: string
}) {
  const chain = createChainClient()
  await chain.impersonateAccount({ address: tx.from as Hex })
  const params = [{ ...tx, value: `0x${BigInt(tx.value).toString(16)}`, gas: '0x1e8480' }]
  return chain.request({ method: 'eth_sendTransactionSync' as never, params: params as never }) as Promise<{
    status: Hex
  }>
}

describe('quotes', () => {
  it('answer in both forms, with the chain by name or id', async () => {
    const { data, metadata } = await client.wire.swapQuote({ ...oneEther, chain: '1', slippage: 1 })
    expect(data).toMatchObject({ from_token: WETH.address.toLowerCase(), from_amount: oneEther.amount })
    expect(Number(data.to_amount) / 1e6).toBeGreaterThan(2_950)
    expect(Number(data.to_amount_min) / Number(data.to_amount)).toBeCloseTo(0.99, 6)
    expect(data.route.map(({ percent }) => percent)).toContain(100)
    expect(data.route[0]).toMatchObject({ from: data.from_token, pool: expect.stringMatching(/^0x/) })
    expect(metadata).toMatchObject({ chain: 'ethereum', cached: false })
    const { data: other } = await client.wire.aggregatorQuote(oneEther)
    expect(other).toMatchObject({
      from_token: { symbol: 'WETH', decimals: 18 },
      to_token: { symbol: 'USDC', decimals: 6 },
      estimated_gas: expect.any(Number),
    })
    expect(other.protocols.every(({ name }) => ['uniswap_v2', 'uniswap_v3'].includes(name))).toBe(true)
    expect(BigInt(data.to_amount) >= BigInt(other.to_amount)).toBe(true)
  })

  it.each([
    ['the same token', { to_token: WETH.address }, 400, 'INVALID_PARAMETER'],
    ['nothing', { amount: '0' }, 400, 'INVALID_PARAMETER'],
    ['more than there is', { amount: String(2n ** 161n) }, 400, 'INVALID_PARAMETER'],
    ['no address', { from_token: '0x12' }, 400, 'INVALID_ADDRESS'],
    ['a mistyped address', { from_token: WETH.address.replace('C0', 'c0') }, 400, 'INVALID_ADDRESS'],
    ['the native currency in its other form', { to_token: native }, 404, 'NOT_FOUND'],
    ['a token without pools', { to_token: `0x${'77'.repeat(20)}` }, 404, 'NOT_FOUND'],
    ['no chain', { chain: 'atlantis' }, 404, 'chain_not_found'],
    ['a chain without a provider', { chain: 'base' }, 503, 'UPSTREAM_UNAVAILABLE'],
  ])('of %s are refused', async (_, change, status, code) => {
    const asked = { ...oneEther, ...change }
    await expect(client.wire.swapQuote(asked)).rejects.toMatchObject({ status, code })
    await expect(client.wire.aggregatorQuote(asked)).rejects.toMatchObject({ status, code })
  })

  it('of the aggregator are for its six chains', async () => {
    await expect(client.wire.aggregatorQuote({ ...oneEther, chain: 'gnosis' })).rejects.toMatchObject({ status: 404 })
    await expect(client.wire.swapQuote({ ...oneEther, chain: 'gnosis' })).rejects.toMatchObject({ status: 503 })
  })
})

describe('transactions', () => {
  it('swap ether for what was promised', async () => {
    const chain = createChainClient()
    await chain.setBalance({ address: somebody, value: parseEther('10') })
    const { data } = await client.wire.aggregatorSwap({ ...oneEther, from_token: native, from_address: somebody })
    expect(data.tx).toMatchObject({ from: somebody, value: oneEther.amount })
    expect(await execute(data.tx)).toMatchObject({ status: '0x1' })
    const balance = await chain.readContract({
      address: USDC.address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [somebody],
    })
    expect(String(balance)).toBe(data.to_amount)
  })

  it('are known by their reason where a trade has moved the price since the quote', async () => {
    const chain = createChainClient()
    await chain.setBalance({ address: somebody, value: parseEther('100') })
    const asked = { ...oneEther, from_token: native, from_address: somebody, slippage: 0.01 }
    const { data } = await client.wire.aggregatorSwap(asked)
    const other = await client.wire.aggregatorSwap({ ...asked, amount: String(parseEther('20')) })
    expect(await execute(other.data.tx)).toMatchObject({ status: '0x1' })
    const { to, data: calldata, value } = data.tx
    const transaction = { to: to as Hex, data: calldata as Hex, value: BigInt(value) }
    const swap = { tokenIn: nativeToken, amountIn: BigInt(value), from: somebody, hasPermit: false, transaction }
    await expect(simulateSwap(chain as never, swap)).rejects.toThrow(PriceMovedError)
    // A new request gets a new quote.
    expect((await client.wire.aggregatorSwap(asked)).data.tx.to).toBe(to)
  })

  it('say what the sender lacks', async () => {
    const from_address = `0x${'6b'.repeat(20)}`
    const ask = (change: object) => client.wire.aggregatorSwap({ ...oneEther, from_address, ...change })
    await expect(ask({})).rejects.toThrow(/has 0 units of/)
    await expect(ask({ from_token: native })).rejects.toThrow(/has 0 wei/)
    await expect(ask({ permit: '0x1234' })).rejects.toThrow(/body.permit is rejected/)
    const [trader] = devnet.accounts.traders
    await expect(ask({ from_address: trader?.address, amount: '1' })).rejects.toThrow(/No known pools|reverts/)
    const { data } = await ask({ disable_estimate: true })
    expect(data.tx.gas).toBeGreaterThan(100_000)
  })
})

it('fails while the provider fails, and lists all tokens once it responds', async () => {
  await using proxy = await createFaultProxy({ target: devnet.chains.ethereum.rpcUrl })
  const endpoints = [{ url: proxy.url, wsUrl: false as const }]
  await using other = await createNode({ chains: { ethereum: { endpoints } }, log: 'silent' })
  const { url } = await other.listen({ port: 0, gatewayPort: 0 })
  const { secret } = await other.keys.create({ name: 'swaps', scopes: ['read:blockchain'], tier: 'unlimited' })
  const { wire } = createClient({ url, apiKey: secret })
  await proxy.setFault({ kind: 'refuse' })
  await expect(wire.aggregatorTokens()).rejects.toMatchObject({ status: 503 })
  await expect(wire.swapQuote(oneEther)).rejects.toMatchObject({ status: 503 })
  await expect(wire.aggregatorQuote(oneEther)).rejects.toMatchObject({ status: 503 })
  const transaction = { ...oneEther, from_address: somebody }
  await expect(wire.aggregatorSwap(transaction)).rejects.toMatchObject({ status: 503 })
  await proxy.setFault({ kind: 'none' })
  const list = () => wire.aggregatorTokens().then(({ data }) => data.tokens.map(({ symbol }) => symbol))
  await expect.poll(() => list().catch(() => []), { timeout: 60_000, interval: 500 }).toContain('LINK')
}, 90_000)

it('lists tokens that are on the chain', async () => {
  const { data } = await client.wire.aggregatorTokens()
  const link = data.tokens.find(({ symbol }) => symbol === 'LINK')
  expect(link).toMatchObject({ address: LINK.address.toLowerCase(), name: expect.any(String), decimals: 18 })
  expect(link?.logo_uri).toBe('https://cdn.jsdelivr.net/npm/@metamask/contract-metadata@2.5.0/images/chainlink.svg')
})
