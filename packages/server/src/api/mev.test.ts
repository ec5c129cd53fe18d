import { type ApiClient, createApiClient, createClient, type FindingsParameters } from '@outrigger/api'
import { addresses, type Devnet, startDevnet } from '@outrigger/devnet'
import { encodeFunctionData, type Hex, parseAbi, parseEther, parseGwei } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createNode, type OutriggerNode } from '../createNode.ts'
import type { Listening } from '../node/listening.ts'
import { openStream } from '../stream/fixtures/streamSocket.ts'

const chain = 'ethereum'
const swapAbi = parseAbi([
  'function swapExactETHForTokens(uint256,address[],address,uint256) payable returns (uint256[])',
])

let devnet: Devnet
let node: OutriggerNode
let at: Listening
let key: string
let api: ApiClient

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 6_000, silent: true })
  const endpoints = [devnet.chains.ethereum.rpcUrl]
  node = await createNode({ chains: { ethereum: { endpoints } }, mempool: 'atStart' })
  at = await node.listen({ port: 0, gatewayPort: 0 })
  key = (await node.keys.create({ name: 'all', scopes: ['admin:account'], tier: 'unlimited' })).secret
  api = createApiClient({ baseUrl: at.url, apiKey: key })
}, 120_000)

afterAll(async () => {
  await node?.close()
  await devnet?.close()
})

/** Sends a purchase of LINK that accepts any price. */
function sendCarelessSwap(ether: string): Promise<Hex> {
  const { client } = devnet.chains.ethereum
  const from = devnet.accounts.deployer
  return client.sendTransaction({
    account: from,
    to: addresses.uniswapV2.router,
    value: parseEther(ether),
    data: encodeFunctionData({
      abi: swapAbi,
      args: [1n, [addresses.tokens.WETH.address, addresses.tokens.LINK.address], from.address, 2n ** 40n],
    }),
    gas: 250_000n,
    maxFeePerGas: parseGwei('60'),
    maxPriorityFeePerGas: parseGwei('2'),
  })
}
const mined = (hash: Hex) => devnet.chains.ethereum.client.waitForTransactionReceipt({ hash })

it('annotates a pending swap with what it exposes, on every way of the wire, until it is mined', async () => {
  const stream = await openStream(`${at.wsUrl}/api/v1/mempool/ethereum/stream`, key)
  stream.say({ action: 'subscribe', filter: { include_mev: true } })
  const reported: {
    readonly type: string
    readonly data?: { readonly hash: Hex; readonly mev_opportunity?: object }
  }[] = []
  stream.socket.on('message', (text) => reported.push(JSON.parse(String(text))))
  // The pools of a pair are read once a pending swap names it. The small swaps trigger that, the large one is evaluated.
  for (let i = 0; i < 2; i += 1) await mined(await sendCarelessSwap('0.01'))
  const hash = await sendCarelessSwap('2000')
  const find = async () =>
    (await api.mempoolPending({ chain, mev_only: true })).transactions.find((one) => one.hash === hash)
  await expect.poll(find, { timeout: 10_000, interval: 50 }).toBeDefined()
  const [found, { mev_opportunities: counts }] = await Promise.all([find(), api.mempoolStats({ chain })])
  expect(found?.mev_opportunity).toMatchObject({
    type: 'sandwich',
    estimated_profit_eth: expect.any(Number),
    details: { victim_value_eth: expect.any(Number), slippage_tolerance: expect.any(Number) },
  })
  const { estimated_profit_eth = 0, confidence = 0, details } = found?.mev_opportunity ?? {}
  expect(estimated_profit_eth).toBeGreaterThan(0)
  expect(confidence).toBeGreaterThan(0)
  expect(confidence).toBeLessThanOrEqual(1)
  expect(details?.['victim_value_eth']).toBeCloseTo(2000, 1)
  // The swap accepts one unit as its output.
  expect(details?.['slippage_tolerance']).toBeGreaterThan(99)
  expect(counts['sandwich']).toBeGreaterThan(0)

  // The stream sends it with the opportunity at that time. It does not send transactions without an opportunity.
  const streamed = () => reported.filter(({ type }) => type === 'transaction')
  await expect.poll(() => streamed().map(({ data }) => data?.hash)).toContain(hash)
  expect(streamed().every(({ data }) => data?.mev_opportunity !== undefined)).toBe(true)

  // The list of findings has the filters of the stream, in process and over HTTP.
  await using client = createClient({ url: at.url, apiKey: key })
  const toOwn = async (conditions: FindingsParameters) => {
    const lists = await Promise.all([node, client].map(({ mev }) => mev.getFindings(chain, conditions)))
    return lists.map(({ findings }) => findings.some(({ id }) => id === `sandwich:${hash}`))
  }
  const [link, absent] = [addresses.tokens.LINK.address, `0x${'ab'.repeat(20)}`] as const
  const from = devnet.accounts.deployer.address
  for (const conditions of [{ tokens: [absent, link] }, { addresses: [from] }, { types: ['sandwich', 'backrun'] }, {}])
    expect(await toOwn(conditions as FindingsParameters)).toEqual([true, true])
  for (const conditions of [{ tokens: [absent] }, { pools: [absent] }, { addresses: [link] }, { types: ['backrun'] }])
    expect(await toOwn(conditions as FindingsParameters)).toEqual([false, false])
  for (const query of [`token=${link}`, 'tokens=LINK', 'tokens=', 'types=theft']) {
    const response = await fetch(`${at.url}/v1/mev/${chain}/findings?${query}`, { headers: { 'x-api-key': key } })
    expect(response.status, query).toBe(400)
  }

  // The client returns the same values as the in-process API.
  const { transactions } = await client.mempool.get(chain, { onlyMev: true })
  expect(transactions.find(({ transaction }) => transaction.hash === hash)?.mev).toEqual(
    node.mempools.get(chain).get(hash)?.mev,
  )

  await mined(hash)
  await expect.poll(find, { timeout: 10_000 }).toBeUndefined()
  stream.close()
  // The swap leaves a price that differs from other pools: an opportunity that depends on no transaction.
  const countArbitrages = async () => (await api.mempoolStats({ chain })).mev_opportunities['arbitrage']
  await expect.poll(countArbitrages, { timeout: 10_000 }).toBeGreaterThan(0)

  // Two blocks later the finding is compared with the chain.
  const metrics = async () => (await fetch(new URL('/metrics', at.url))).text()
  await expect
    .poll(metrics, { timeout: 30_000, interval: 500 })
    .toMatch(/outrigger_mev_predictions_total\{chain="ethereum",type="(?:sandwich|backrun)"\} [1-9]/)
}, 80_000)

it('starts the books of borrowers for a caller that asks for liquidations', async () => {
  await using other = await createNode({ chains: { ethereum: { endpoints: [devnet.chains.ethereum.rpcUrl] } } })
  const { wsUrl } = await other.listen({ port: 0, gatewayPort: 0 })
  const { secret } = await other.keys.create({ name: 'all', scopes: ['admin:account'], tier: 'unlimited' })
  await other.mev.getFindings(chain, { types: ['arbitrage'] })
  expect(other.lending.opened()).toHaveLength(0)
  const stream = await openStream(`${wsUrl}/api/v1/mev/ethereum/stream`, secret)
  await stream.next()
  stream.say({ action: 'subscribe', filter: { types: ['liquidation'] } })
  expect(await stream.next()).toMatchObject({ type: 'subscribed' })
  expect(other.lending.opened()).toHaveLength(1)
  stream.close()

  const endpoints = [devnet.chains.ethereum.rpcUrl]
  await using without = await createNode({ chains: { ethereum: { endpoints } }, lending: false })
  expect(await without.mev.getFindings(chain, { type: 'liquidation' })).toMatchObject({ total: 0 })
}, 60_000)
