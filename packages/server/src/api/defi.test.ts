import { ApiAnswerError, type ApiClient, createApiClient, createClient } from '@outrigger/api'
import { StreamedOpportunity } from '@outrigger/api/contract'
import { sleep } from '@outrigger/core'
import { addresses, type Devnet, startDevnet } from '@outrigger/devnet'
import { createFaultProxy } from '@outrigger/devnet/faults'
import { Compile } from 'typebox/compile'
import { getAddress, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode, type OutriggerNode } from '../createNode.ts'
import type { Listening } from '../node/listening.ts'
import { openStream } from '../stream/fixtures/streamSocket.ts'

const onDevnet = ['aave_v2', 'aave_v3', 'compound_v2', 'spark']
const nobody = '0x00000000000000000000000000000000000000AA'

let devnet: Devnet
let node: OutriggerNode
let at: Listening
let key: string
let api: ApiClient

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 500, silent: true })
  node = await createNode({ chains: { ethereum: { endpoints: [devnet.chains.ethereum.rpcUrl] } } })
  at = await node.listen({ port: 0, gatewayPort: 0 })
  key = (await node.keys.create({ name: 'all', scopes: ['admin:account'], tier: 'unlimited' })).secret
  api = createApiClient({ baseUrl: at.url, apiKey: key })
}, 120_000)

afterAll(async () => {
  await node?.close()
  await devnet?.close()
})

/** Sets the price feed of the devnet, which any account may do. */
function setEtherUsd(usd: number): Promise<Hex> {
  return devnet.chains.ethereum.client.writeContract({
    account: devnet.accounts.deployer,
    address: addresses.feeds['ETH / USD'].address,
    abi: parseAbi(['function updateAnswer(int256 answer)']),
    functionName: 'updateAnswer',
    args: [BigInt(usd * 1e8)],
    gas: 200_000n,
  })
}
const mine = async (sent: Promise<Hex>) => devnet.chains.ethereum.client.waitForTransactionReceipt({ hash: await sent })

const borrowerOf = (market: keyof Devnet['accounts']['borrowersOf'], index: number): Hex => {
  const account = devnet.accounts.borrowersOf[market][index]
  return account === undefined ? '0x' : account.address
}
const getHealth = (address: string, more: { protocol?: 'aave_v3' } = {}) =>
  api.defiPositionHealth({ chain: 'ethereum', address, ...more })
/** Ignores protocols that the devnet does not have. */
const toUnread = (skipped: readonly { readonly reason: string }[] = []) =>
  skipped.filter(({ reason }) => !reason.includes('is not deployed'))
const refused = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (error: unknown) => (error instanceof ApiAnswerError ? `${error.status} ${error.code}` : error),
  )

describe('positions over REST', () => {
  it('are the contract’s own figures', async () => {
    const address = borrowerOf('aaveV3', 0)
    const { positions, at_risk, total_debt_usd, total_collateral_usd, skipped } = await getHealth(address)
    const [collateral, debt, , , , healthFactor] = await devnet.chains.ethereum.client.readContract({
      address: addresses.aaveV3.pool,
      abi: parseAbi([
        'function getUserAccountData(address) view returns (uint256, uint256, uint256, uint256, uint256, uint256)',
      ]),
      functionName: 'getUserAccountData',
      args: [address],
    })
    expect([at_risk, positions.length, toUnread(skipped)]).toEqual([true, 1, []])
    const [position] = positions
    expect(position).toMatchObject({ protocol: 'aave_v3', status: 'AT_RISK' })
    // The difference is interest of the blocks in between.
    expect(position?.health_factor).toBeCloseTo(Number(healthFactor) / 1e18, 5)
    expect(total_collateral_usd).toBeCloseTo(Number(collateral) / 1e8, 0)
    expect(total_debt_usd).toBeCloseTo(Number(debt) / 1e8, 0)
    expect(position?.collateral_assets).toMatchObject([{ symbol: 'WETH', decimals: 18, ltv: expect.any(Number) }])
    expect(position?.debt_assets).toMatchObject([{ token: addresses.tokens.USDC.address.toLowerCase(), decimals: 6 }])
    const [weth] = position?.collateral_assets ?? []
    // One asset on each side, so its price may fall until the health is 1.
    const etherUsd = (weth?.usd_value ?? 0) / (Number(weth?.amount) / 1e18)
    expect(weth?.liquidation_price_usd).toBeCloseTo(etherUsd / (position?.health_factor ?? 0), 0)
  })

  it('are found on every protocol, and on one when asked so', async () => {
    for (const [market, protocol] of [
      ['spark', 'spark'],
      ['aaveV2', 'aave_v2'],
      ['compoundV2', 'compound_v2'],
    ] as const)
      expect((await getHealth(borrowerOf(market, 2))).positions).toMatchObject([{ protocol }])
    expect((await getHealth(borrowerOf('aaveV3', 0), { protocol: 'aave_v3' })).positions).toHaveLength(1)
    expect((await getHealth(borrowerOf('spark', 0), { protocol: 'aave_v3' })).positions).toEqual([])
  })

  it('take an address in any case, and none that is mistyped', async () => {
    const address = getAddress(borrowerOf('aaveV3', 0))
    for (const text of [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`])
      expect(await getHealth(text)).toMatchObject({ address: address.toLowerCase(), positions: [{}] })
    const swapped = address.replace(/[a-f]/, (letter) => letter.toUpperCase())
    for (const text of [swapped === address ? address.replace(/[A-F]/, (l) => l.toLowerCase()) : swapped, '0x12', 'x'])
      expect(await refused(getHealth(text))).toBe('400 INVALID_ADDRESS')
  })

  it.each([nobody, addresses.aaveV3.pool])('of %s, who has none, are none', async (address) => {
    const { skipped, ...health } = await getHealth(address)
    expect(toUnread(skipped)).toEqual([])
    expect(health).toEqual({
      address: address.toLowerCase(),
      chain: 'ethereum',
      positions: [],
      at_risk: false,
      unsupported: ['Aave v4', 'Euler', 'Fluid'],
      total_collateral_usd: 0,
      total_debt_usd: 0,
    })
  })

  it('need a protocol that is there, and a chain with a provider', async () => {
    const ask = (chain: string, protocol?: string) =>
      refused(api.defiPositionHealth({ chain, address: nobody, ...(protocol && { protocol: protocol as 'spark' }) }))
    expect(await ask('ethereum', 'nonsense')).toBe('400 INVALID_PARAMETER')
    expect(await ask('base', 'compound_v2')).toBe('400 INVALID_PARAMETER')
    for (const chain of ['avalanche', 'atlantis', '__proto__']) expect(await ask(chain)).toBe('400 INVALID_CHAIN')
    expect(await ask('base')).toBe('503 UPSTREAM_UNAVAILABLE')
  })
})

describe('protocols over REST', () => {
  it.each([
    ['ethereum', ['aave_v2', 'aave_v3', 'compound_v2', 'compound_v3', 'morpho', 'spark']],
    ['polygon', ['aave_v2', 'aave_v3', 'compound_v3']],
    ['arbitrum', ['aave_v3', 'compound_v3']],
    ['optimism', ['aave_v3']],
    ['base', ['aave_v3']],
  ])('%s has those of the contract, provider or not', async (chain, promised) => {
    const { protocols, unsupported } = await api.defiProtocols({ chain })
    expect(unsupported.includes('Euler')).toBe(['ethereum', 'base', 'arbitrum', 'polygon'].includes(chain))
    expect(protocols).toEqual(promised)
  })

  it('are told in figures', async () => {
    const { protocols } = await api.defiProtocolsStats({ chain: 'ethereum' })
    for (const id of onDevnet) {
      const stats = protocols.find(({ protocol }) => protocol === id)
      expect(stats).toMatchObject({ total_positions: 10, at_risk_positions: 6, liquidatable_positions: 0 })
      const { tvl_usd = 0, total_borrowed_usd = 0, utilization_rate } = stats ?? {}
      expect(tvl_usd).toBeGreaterThan(total_borrowed_usd)
      expect(utilization_rate).toBeCloseTo(total_borrowed_usd / tvl_usd, 6)
    }
    expect(await refused(api.defiProtocolsStats({ chain: 'base' }))).toBe('503 UPSTREAM_UNAVAILABLE')
  })
})

describe('liquidations', () => {
  const list = (more: Omit<Parameters<ApiClient['defiOpportunities']>[0], 'chain'> = {}) =>
    api.defiOpportunities({ chain: 'ethereum', ...more })

  it('are none while nobody can be liquidated, and refuse what means nothing', async () => {
    expect(await list()).toMatchObject({ chain: 'ethereum', count: 0, opportunities: [], total_profit_usd: 0 })
    for (const wrong of [
      { limit: 0 },
      { limit: 501 },
      { limit: 1.5 },
      { min_profit_usd: -1 },
      { min_collateral_usd: -1 },
      ...['', 'true', '0x10', ' '].map((limit) => ({ limit: limit as unknown as number })),
      ...['', 'true', '0x10', 'Infinity'].map((usd) => ({ min_profit_usd: usd as unknown as number })),
    ])
      expect(await refused(list(wrong)), JSON.stringify(wrong)).toBe('400 INVALID_PARAMETER')
    expect(await refused(list({ protocol: 'nonsense' as 'spark' }))).toBe('400 INVALID_PARAMETER')
    expect(await refused(api.defiOpportunities({ chain: 'avalanche' }))).toBe('400 INVALID_CHAIN')
  })

  it('are predicted for other prices of ether, the same in process and over REST', async () => {
    const client = createClient({ url: at.url, apiKey: key })
    const { steps, largestPositions, ...there } = await client.liquidations.getStressTest('ethereum')
    const { timestampMs: _, ...here } = await node.liquidations.getStressTest('ethereum')
    const { totalPositions, safePositions, unmodeledPositions } = here
    expect(there).toMatchObject({ chain: 'ethereum', totalPositions, safePositions, unmodeledPositions })
    expect(largestPositions).toHaveLength(totalPositions - safePositions - unmodeledPositions)
    expect(largestPositions[0]).toMatchObject({
      healthFactor: expect.any(BigInt),
      weightedCollateral: { ether: expect.any(Number), other: expect.any(Number) },
    })
    const sizes = largestPositions.map(({ totalCollateralUsd }) => totalCollateralUsd)
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    expect(steps.map(({ change }) => change)).toEqual(Array.from({ length: 71 }, (_, index) => (index - 50) / 100))
    expect(steps.find(({ change }) => change === 0)).toMatchObject({ positions: 0, collateralUsd: 0, debtUsd: 0 })
    expect(steps.find(({ change }) => change === -0.05)?.positions).toBeGreaterThan(onDevnet.length)
    expect(await refused(api.defiStressTest({ chain: 'avalanche' }))).toBe('400 INVALID_CHAIN')
    expect(await refused(api.defiStressTest({ chain: 'base' }))).toBe('503 UPSTREAM_UNAVAILABLE')
  })

  it('come with a fall of the price, best first, and pass filters', async () => {
    await mine(setEtherUsd(2_850))
    await expect.poll(async () => (await list()).count, { timeout: 10_000 }).toBeGreaterThan(onDevnet.length)
    const { opportunities, count, total_profit_usd } = await list()
    const profits = opportunities.map(({ net_profit_usd }) => net_profit_usd)
    expect(profits).toEqual(profits.toSorted((a, b) => b - a))
    expect(total_profit_usd).toBeCloseTo(
      profits.reduce((sum, profit) => sum + profit, 0),
      6,
    )
    for (const one of opportunities) {
      expect(one.health_factor).toBeLessThan(1)
      expect(one.net_profit_usd).toBeCloseTo(one.gross_profit_usd - one.estimated_gas_usd, 6)
      const { sale, debt_to_repay, flash_loan, gas } = one
      expect(sale.usd_value - debt_to_repay.usd_value - (flash_loan?.fee_usd ?? 0)).toBeCloseTo(one.gross_profit_usd, 6)
      const gasUsd = (Number(gas.units) * gas.price_gwei * gas.native_price_usd) / 1e9 + gas.data_fee_usd
      expect(gasUsd).toBeCloseTo(one.estimated_gas_usd, 6)
      expect(sale.route.length).toBeGreaterThan(0)
      // The collateral that a Comet sells is worth more than the debt it takes over.
      if (one.protocol !== 'compound_v3')
        expect(one.debt_to_repay.usd_value).toBeLessThanOrEqual(one.max_liquidatable_debt_usd * 1.000_001)
    }
    expect(await list({ limit: 1 })).toMatchObject({ count: 1, opportunities: [opportunities[0]] })
    expect((await list({ protocol: 'spark' })).opportunities.every(({ protocol }) => protocol === 'spark')).toBe(true)
    const middle = profits[Math.floor(count / 2)] ?? 0
    expect((await list({ min_profit_usd: middle })).count).toBe(profits.filter((profit) => profit >= middle).length)
    expect((await list({ min_collateral_usd: 1e12 })).count).toBe(0)
    const { protocols } = await api.defiProtocolsStats({ chain: 'ethereum' })
    const liquidatable = protocols.reduce((sum, { liquidatable_positions }) => sum + liquidatable_positions, 0)
    expect(liquidatable).toBeGreaterThanOrEqual(count)
    const { positions } = await getHealth(opportunities[0]?.borrower ?? '')
    expect(positions).toContainEqual(
      expect.objectContaining({ status: 'LIQUIDATABLE', is_liquidatable: true, liquidation_obstacle: null }),
    )
  })

  it('are streamed: those there are, then each that comes up', async () => {
    const stream = await openStream(`${at.wsUrl}/api/v1/defi/ethereum/liquidations/stream`, key)
    const { protocols, ...greeting } = await stream.next()
    expect(greeting).toEqual({ type: 'connected', chain: 'ethereum' })
    expect(protocols).toEqual((await api.defiProtocols({ chain: 'ethereum' })).protocols)

    for (const [filter, error] of [
      [{ min_profit_usd: 'much' }, 'INVALID_PARAMETER'],
      [{ min_profit_usd: -1 }, 'INVALID_PARAMETER'],
      [{ protocols: ['nonsense'] }, 'INVALID_PARAMETER'],
      [{ unknown: 1 }, 'INVALID_PARAMETER'],
      [[], 'INVALID_PARAMETER'],
    ] as const) {
      stream.say({ action: 'subscribe', filter })
      expect(await stream.next()).toMatchObject({ type: 'error', error })
    }

    const present = (await list({ protocol: 'aave_v3' })).opportunities
    const filter = { min_profit_usd: 1, protocols: ['aave_v3'] }
    stream.say({ action: 'subscribe', filter })
    const { subscription_id } = await stream.next()
    const messages = await stream.take(present.length)
    expect(new Set(messages.map(({ data }) => data.borrower))).toEqual(new Set(present.map((one) => one.borrower)))
    for (const { type, data, ...rest } of messages) {
      expect([type, rest]).toEqual(['opportunity', { subscription_id }])
      expect(Compile(StreamedOpportunity).Errors(data)).toEqual([])
      expect(data.protocol).toBe('aave_v3')
    }
    stream.say({ action: 'unsubscribe', subscription_id })
    while ((await stream.next()).type !== 'unsubscribed');
    stream.close()
  })

  it('come over the stream of all streams, and before the block when a price update is pending', async () => {
    const { access_token: token } = await api.authToken({ grant_type: 'client_credentials' })
    const stream = await openStream(`${at.wsUrl}/api/v1/ws/connect?token=${token}`)
    await stream.next()
    stream.say({ action: 'subscribe', stream: 'liquidations', chain: 'atlantis' })
    expect(await stream.next()).toMatchObject({ type: 'error', error: 'INVALID_CHAIN' })
    const present = (await list()).opportunities
    const filter = { include_pending: true }
    stream.say({ action: 'subscribe', stream: 'liquidations', chain: 'ethereum', filter })
    expect(await stream.next()).toMatchObject({ type: 'subscribed', filter })
    await stream.take(present.length)
    // Subscribers without `include_pending` get no predicted opportunities.
    const cautious = await openStream(`${at.wsUrl}/api/v1/defi/ethereum/liquidations/stream`, key)
    cautious.say({ action: 'subscribe' })
    await cautious.take(2 + present.length)

    const { client } = devnet.chains.ethereum
    await client.setIntervalMining({ interval: 0 })
    await sleep(1_000)
    const hash = await setEtherUsd(2_500)
    let message = await stream.next()
    while (message.data.pending_transaction === undefined) message = await stream.next()
    expect(message.data.pending_transaction).toBe(hash)
    expect(await client.getTransactionReceipt({ hash }).catch(() => null)).toBeNull()
    // Predicted opportunities are not listed.
    const listed = (await list()).opportunities.map(({ borrower }) => borrower)
    expect(new Set(listed)).toEqual(new Set(present.map(({ borrower }) => borrower)))
    await client.mine({ blocks: 1 })
    await client.setIntervalMining({ interval: 1 })
    await expect.poll(async () => (await list()).count, { timeout: 10_000 }).toBeGreaterThan(present.length)
    expect((await cautious.next()).data.pending_transaction).toBeUndefined()
    cautious.close()
    stream.close()
  })

  it('are listed as ended once the price rises again, latest first', async () => {
    const { borrower, protocol } = (await list()).opportunities[0] ?? {}
    const beforeMs = Date.now()
    await mine(setEtherUsd(3_000))
    const readEnded = async () => (await api.defiEndedOpportunities({ chain: 'ethereum' })).opportunities
    await expect.poll(async () => (await list()).count, { timeout: 10_000 }).toBe(0)
    const ended = await readEnded()
    expect(ended).toContainEqual(expect.objectContaining({ borrower, protocol }))
    expect(ended.length).toBeLessThanOrEqual(20)
    const times = ended.map(({ ended_at }) => Date.parse(ended_at))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(Math.min(...times)).toBeGreaterThanOrEqual(beforeMs)
    const client = createClient({ url: at.url, apiKey: key })
    const { opportunities } = await node.liquidations.getEnded('ethereum')
    const there = (await client.liquidations.getEnded('ethereum')).opportunities
    expect(there.map((one) => [one.borrower, one.endedAtMs])).toEqual(
      opportunities.map((one) => [one.borrower, one.endedAtMs]),
    )
    // A liquidation that is profitable again is no longer listed as ended.
    await mine(setEtherUsd(2_500))
    const isEnded = (one: { readonly borrower: string; readonly protocol: string }) =>
      one.borrower === borrower && one.protocol === protocol
    await expect.poll(async () => (await readEnded()).some(isEnded), { timeout: 10_000 }).toBe(false)
    expect(await refused(api.defiEndedOpportunities({ chain: 'avalanche' }))).toBe('400 INVALID_CHAIN')
  })
})

it('asks are limited per minute by tier', async () => {
  const { secret } = await node.keys.create({ name: 'free', scopes: ['read:blockchain'] })
  const ask = () => fetch(`${at.url}/v1/defi/ethereum/protocols`, { headers: { 'x-api-key': secret } })
  const answers = await Promise.all(Array.from({ length: 90 }, ask))
  // As time passes, one more request is allowed each second.
  const served = answers.filter(({ status }) => status === 200).length
  expect(served).toBeGreaterThanOrEqual(60)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(90 - served)
  expect(served).toBeLessThan(90)
  expect(await (await ask()).json()).toMatchObject({ error: { code: 'RATE_LIMIT_EXCEEDED', details: { limit: 60 } } })
})

it('a node that keeps no books says so, and still reads positions', async () => {
  await using plain = await createNode({
    chains: { ethereum: { endpoints: [devnet.chains.ethereum.rpcUrl] } },
    lending: false,
  })
  const { url } = await plain.listen({ port: 0, gatewayPort: 0 })
  const { secret } = await plain.keys.create({ name: 'x' })
  const client = createApiClient({ baseUrl: url, apiKey: secret })
  expect(await refused(client.defiOpportunities({ chain: 'ethereum' }))).toBe('503 UPSTREAM_UNAVAILABLE')
  const address = borrowerOf('aaveV3', 0)
  expect((await client.defiPositionHealth({ chain: 'ethereum', address })).positions).toHaveLength(1)
})

it('a provider that leaves out logs is noticed, and nobody is told that this is all', async () => {
  await using proxy = await createFaultProxy({ target: devnet.chains.ethereum.rpcUrl })
  await proxy.setFault({ kind: 'emptyLogs' })
  await using misled = await createNode({ chains: { ethereum: { endpoints: [{ url: proxy.url, wsUrl: false }] } } })
  const { url } = await misled.listen({ port: 0, gatewayPort: 0 })
  const { secret } = await misled.keys.create({ name: 'x', tier: 'unlimited' })
  const client = createApiClient({ baseUrl: url, apiKey: secret })
  const stats = () => client.defiProtocolsStats({ chain: 'ethereum' })
  // Before their reserves are read, the protocols are in `skipped`.
  const names = async () => (await stats()).protocols.map(({ protocol }) => protocol)
  await expect.poll(names, { timeout: 60_000 }).toEqual(expect.arrayContaining(onDevnet))
  const { skipped } = await stats()
  for (const protocol of onDevnet)
    expect(skipped).toContainEqual({ protocol, market: null, reason: expect.stringContaining('left out logs') })
  const listed = await client.defiOpportunities({ chain: 'ethereum', limit: 1 })
  // `limit` hides none of the missing protocols.
  expect(listed.skipped?.map(({ protocol }) => protocol)).toEqual(expect.arrayContaining(onDevnet))
})

it('a silent provider makes errors, not answers of before, and an end when it speaks again', async () => {
  await using proxy = await createFaultProxy({ target: devnet.chains.ethereum.rpcUrl })
  await using failing = await createNode({
    chains: { ethereum: { endpoints: [{ url: proxy.url, wsUrl: false }], timeoutMs: 2_000, retries: 0 } },
  })
  const { url } = await failing.listen({ port: 0, gatewayPort: 0 })
  const { secret } = await failing.keys.create({ name: 'x', tier: 'unlimited' })
  const client = createApiClient({ baseUrl: url, apiKey: secret })
  const chain = 'ethereum'
  const calls: readonly (() => Promise<object>)[] = [
    () => client.defiPositionHealth({ chain, address: borrowerOf('spark', 0) }),
    () => client.defiOpportunities({ chain }),
    () => client.defiProtocolsStats({ chain }),
  ]
  for (const call of calls) await expect.poll(call, { timeout: 20_000 }).toMatchObject({ chain })
  await proxy.setFault({ kind: 'hang' })
  for (const call of calls)
    await expect.poll(() => refused(call()), { timeout: 20_000 }).toBe('503 UPSTREAM_UNAVAILABLE')
  await proxy.setFault({ kind: 'none' })
  for (const call of calls) await expect.poll(call, { timeout: 20_000 }).toMatchObject({ chain })
}, 90_000)

it('a lender that is not deployed is in skipped, never a row of zeros', async () => {
  await using base = await startDevnet({ chains: ['base'], blockTimeMs: 500, silent: true })
  await using bare = await createNode({ chains: { base: { endpoints: [base.chains.base.rpcUrl] } } })
  const { url } = await bare.listen({ port: 0, gatewayPort: 0 })
  const { secret } = await bare.keys.create({ name: 'x', tier: 'unlimited' })
  const client = createApiClient({ baseUrl: url, apiKey: secret })
  const chain = 'base'
  const absent = [{ protocol: 'aave_v3', market: null, reason: expect.stringContaining('is not deployed') }]
  expect(await client.defiProtocolsStats({ chain })).toEqual({ chain, protocols: [], skipped: absent })
  expect(await client.defiPositionHealth({ chain, address: nobody })).toMatchObject({
    positions: [],
    at_risk: false,
    skipped: absent,
  })
  expect(await client.defiOpportunities({ chain })).toMatchObject({
    count: 0,
    skipped: [{ ...absent[0], borrower: null }],
  })
}, 90_000)
