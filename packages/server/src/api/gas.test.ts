import { createClient } from '@outrigger/api'
import { createAnvil } from '@outrigger/devnet'
import { createPublicClient, createTestClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { createNode } from '../createNode.ts'

type Standard = { readonly standard: number }
type History = Readonly<Record<'min' | 'average' | 'max', Standard>> & {
  readonly coverage: { readonly share: number; readonly gaps: readonly unknown[] }
}
type Estimate = {
  readonly gas_estimates: { readonly fast: { readonly gas_price: number; readonly total_cost_eth: string } }
}

it('serves gas, its past, comparisons and estimates of a plain node', async () => {
  const startSeconds = Math.floor(Date.now() / 1000) - 100 * 12
  await using anvil = await createAnvil({ chainId: 1, args: ['--no-mining', '--timestamp', String(startSeconds)] })
  await createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) }).mine({ blocks: 100, interval: 12 })
  await using node = await createNode({ chains: { ethereum: { endpoints: [anvil.rpcUrl] } }, access: 'loopback' })
  const { url } = await node.listen({ port: 0, gatewayPort: 0 })
  const ask = async <answer = unknown>(path: string, body?: object) => {
    const response = await fetch(`${url}/v1${path}`, {
      method: body ? 'POST' : 'GET',
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    return { status: response.status, body: (await response.json()) as answer }
  }
  // On a busy machine the first probe may be late.
  await expect.poll(async () => (await ask('/gas/ethereum')).status, { timeout: 20_000 }).toBe(200)
  const now = await ask<{ slow: number; instant: number }>('/gas/ethereum')
  expect(now).toMatchObject({ status: 200, body: { chain: 'ethereum', unit: 'gwei', stale: false } })
  expect(now.body.instant).toBeGreaterThanOrEqual(now.body.slow)

  const history = await ask<History>('/gas/ethereum/history?days=1&interval=1h')
  expect(history).toMatchObject({ status: 200, body: { chain: 'ethereum' } })
  const { min, average, max, coverage } = history.body
  expect(min.standard).toBeLessThanOrEqual(average.standard)
  expect(average.standard).toBeLessThanOrEqual(max.standard)
  // The history covers twenty minutes of a day.
  expect(coverage.share).toBeGreaterThan(0.01)
  expect(coverage.share).toBeLessThan(0.02)
  expect(coverage.gaps).toHaveLength(1)

  const client = createClient({ url })
  const [here, there] = [
    await node.gas.history('ethereum', { days: 1 }),
    await client.gas.history('ethereum', { days: 1 }),
  ]
  expect(here.bars.length).toBeGreaterThan(0)
  // Headers show the past base fees. A tip is added.
  const chain = createPublicClient({ transport: http(anvil.rpcUrl) })
  const headers = await Promise.all(
    Array.from({ length: 79 }, (_, index) => chain.getBlock({ blockNumber: BigInt(index + 22) })),
  )
  const least = Math.min(...headers.map(({ baseFeePerGas }) => Number(baseFeePerGas)))
  expect(Number(here.min.slow)).toBeGreaterThanOrEqual(least)
  expect(Number(here.min.slow)).toBeLessThan(least + 2e9)
  expect(there).toMatchObject({ chain: here.chain, coverage: { gaps: [{ toMs: expect.any(Number) }] } })
  expect(there.bars.map(({ startMs }) => startMs)).toEqual(here.bars.map(({ startMs }) => startMs))
  expect(there.average.fast).toBe(here.average.fast)

  const [fast, other] = await Promise.all([
    ask('/gas/ethereum/inclusion'),
    ask('/gas/ethereum/inclusion?within_seconds=600&confidence=0.7'),
  ])
  const { inclusion, nextBaseFeePerGas } = await node.gas.get('ethereum', { within: 600_000, confidence: 0.7 })
  expect(fast).toMatchObject({
    status: 200,
    body: {
      chain: 'ethereum',
      block_number: 100,
      next_base_fee_per_gas: String(nextBaseFeePerGas),
      within_seconds: 60,
      confidence: 0.95,
      max_priority_fee_per_gas: String(inclusion.fast.maxPriorityFeePerGas),
      max_fee_per_gas: String(inclusion.fast.maxFeePerGas),
    },
  })
  expect(other.body).toMatchObject({
    within_seconds: 600,
    confidence: 0.7,
    max_priority_fee_per_gas: String(inclusion.asked?.maxPriorityFeePerGas),
    max_fee_per_gas: String(inclusion.asked?.maxFeePerGas),
  })
  // A later deadline needs a higher cap.
  expect(inclusion.asked?.maxFeePerGas).toBeGreaterThan(inclusion.fast.maxFeePerGas)
  for (const question of [{}, { withinMs: 600_000 }, { withinMs: 90_000, confidence: 0.7 }]) {
    const { timestampMs: _, ...local } = await node.gas.inclusion('ethereum', question)
    expect(await client.gas.inclusion('ethereum', question)).toMatchObject(local)
  }
  for (const query of ['within_seconds=0.1', 'within_seconds=86401', 'confidence=1', 'confidence=0.4', 'within=90'])
    expect(await ask(`/gas/ethereum/inclusion?${query}`), query).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_PARAMETER' } },
    })
  await expect(node.gas.inclusion('ethereum', { confidence: 1 })).rejects.toThrow('Confidence 1 is not supported.')
  expect(await ask('/gas/solana/inclusion')).toMatchObject({ status: 400, body: { error: { code: 'INVALID_CHAIN' } } })

  // Twenty minutes of history are too few for a recommendation.
  expect(await ask('/gas/ethereum/optimize')).toMatchObject({
    status: 200,
    body: {
      chain: 'ethereum',
      current_gas: { standard: expect.any(Number) },
      reasoning: expect.stringContaining('too short'),
      predicted_trend: 'stable',
      optimal_time_window: 'now',
      expected_saving_percent: 0,
      confidence_score: null,
    },
  })
  expect(await ask('/gas/gnosis/optimize')).toMatchObject({ status: 400, body: { error: { code: 'INVALID_CHAIN' } } })

  const unified = await ask<{ data: { history: unknown[] } }>('/blockchain/ethereum/gas/history?hours=1&resolution=5m')
  expect(unified).toMatchObject({ status: 200, body: { success: true, metadata: { chain: 'ethereum' } } })
  expect(unified.body.data.history.length).toBeGreaterThan(2)
  expect(await ask('/blockchain/ethereum/gas')).toMatchObject({ status: 200, body: { data: { block_number: 100 } } })

  expect(await ask('/gas/compare?chains=ethereum')).toMatchObject({ status: 200, body: { cheapest: 'ethereum' } })
  expect(await ask('/gas/compare')).toMatchObject({ status: 400, body: { error: { code: 'INVALID_PARAMETER' } } })
  const estimate = await ask<Estimate>('/gas/estimate', { chain_id: '1', transaction_type: 'transfer' })
  expect(estimate).toMatchObject({ status: 200, body: { chain_id: 'ethereum', estimated_gas_limit: 21_000 } })
  const { gas_price: price, total_cost_eth: total } = estimate.body.gas_estimates.fast
  expect(Number(total)).toBeCloseTo((price * 21_000) / 1e9, 12)
  const account = privateKeyToAccount(`0x${'ab'.repeat(32)}`)
  const signed = await account.signAuthorization({ contractAddress: account.address, chainId: 1, nonce: 0 })
  const { address, chainId: chain_id, nonce, yParity: y_parity, r, s } = signed
  const authorization = { address, chain_id, nonce, y_parity, r, s }
  const keys = { address, storage_keys: ['0x0', `0x${'01'.repeat(32)}`] }
  const limitOf = async (body: object, path = '/gas/estimate/ethereum') =>
    (await ask<{ estimated_gas_limit: number }>(path, body)).body.estimated_gas_limit
  const to = '0x00000000000000000000000000000000000000bb'
  expect(await limitOf({ to })).toBe(21_000)
  expect(await limitOf({ to, authorization_list: [authorization] })).toBeCloseTo(46_000, -1)
  expect(await limitOf({ to, access_list: [keys] })).toBe(27_200)
  expect(await limitOf({ to, authorization_list: [], access_list: [] })).toBe(21_000)
  // There is nothing to execute, but the lists still cost gas.
  expect(await limitOf({ access_list: [keys] })).toBe(27_200)
  const core = { chain_id: '1', to_address: to, authorization_list: [authorization] }
  expect(await limitOf(core, '/gas/estimate')).toBeCloseTo(46_000, -1)
  // A call that the chain refuses or reverts is a caller error, whatever the message.
  for (const body of [
    { data: '0xfe' },
    { data: '0x60006000fd' },
    { authorization_list: [authorization] },
    { to, authorization_list: [{ ...authorization, r: 'zz' }] },
    { data: `0x${'00'.repeat(49_153)}` },
  ])
    expect(await ask('/gas/estimate/ethereum', body)).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_PARAMETER' } },
    })
  // A plain node has no feed for ETH in dollars. It reports that instead of guessing.
  expect(await ask('/gas/estimate', { chain: 'ethereum' })).toMatchObject({
    status: 503,
    body: { error: { code: 'UPSTREAM_UNAVAILABLE' } },
  })
  expect(await ask('/gas/estimate', { chain: 'base', chain_id: 'base' })).toMatchObject({ status: 400 })
  expect(await ask('/gas/solana')).toMatchObject({ status: 400, body: { error: { code: 'INVALID_CHAIN' } } })
  expect(await ask('/blockchain/bsc/gas')).toMatchObject({ status: 404, body: { error: 'chain_not_found' } })
}, 60_000)
