import { contract, type Endpoint, type Response } from '@outrigger/api/contract'
import { createAnvil } from '@outrigger/devnet'
import { Compile } from 'typebox/compile'
import { expect, it } from 'vitest'
import { createNode } from '../createNode.ts'

it('counts what it answered, looks at its parts, and serves the old paths as the new one', async () => {
  await using anvil = await createAnvil({ chainId: 1 })
  await using node = await createNode({ chains: { ethereum: { endpoints: [anvil.rpcUrl] } }, log: 'silent' })
  const { url } = await node.listen({ port: 0, gatewayPort: 0 })
  const { secret } = await node.keys.create({ name: 'all', scopes: ['admin:account'], tier: 'unlimited' })
  const ask = (path: string) => fetch(url + path, { headers: { 'x-api-key': secret } })
  const read = async (path: string) => (await (await ask(path)).json()) as Response<'metrics'>

  for (let index = 0; index < 5; index += 1) expect((await ask('/v1/gas/ethereum')).status).toBe(200)
  expect((await ask('/v1/gas/base')).status).toBe(503)
  await fetch(`${url}/v1/oracle/gas/ethereum`)

  const { metrics, metric_count, time_range, type, coverage } = await read('/v1/metrics?hours=2')
  expect({ type, metric_count, hours: time_range.hours }).toEqual({ type: 'all', metric_count: 4, hours: 2 })
  expect(Date.parse(time_range.end) - Date.parse(time_range.start)).toBe(2 * 3_600_000)
  // The node has run for seconds.
  expect(coverage.minutes).toBeLessThan(2)
  expect(metrics.analytics).toMatchObject({
    period: '2h',
    requests: { total: 7, successful: 6, failed: 1 },
    chains: { ethereum: { requests: 6 }, base: { requests: 1 } },
  })
  expect(metrics.usage).toMatchObject({
    requests: { total: 7, authenticated: 6, anonymous: 1 },
    endpoints: { gas: 6, oracle: 1 },
    rate_limits: { hits: 0, percentage: 0 },
  })
  expect(metrics.usage?.bandwidth.total_mb).toBeGreaterThan(0.0005)
  expect(metrics.health?.services).toMatchObject({ providers_ethereum: { healthy_checks: 1, uptime_percentage: 100 } })
  expect(metrics.monitoring?.components).toMatchObject({ store: { status: 'healthy' } })

  expect((await read('/v1/metrics?type=analytics&detail=summary')).metrics.analytics).toEqual({
    total_chains: 26,
    active_chains: 1,
    total_addresses: 0,
    total_transactions: 0,
    gas_analytics_enabled: true,
    blockchain_analytics_enabled: true,
  })
  expect((await ask('/v1/metrics?type=all&hours=0')).status).toBe(400)
  expect((await ask('/v1/metrics?type=none')).status).toBe(400)

  const old = (Object.values(contract) as Endpoint[]).filter(({ deprecation }) => deprecation !== undefined)
  expect(old).toHaveLength(7)
  for (const { path, deprecation } of old) {
    const answer = await ask(path)
    expect([path, answer.status]).toEqual([path, 200])
    expect(answer.headers.get('link')).toBe(`</api${deprecation?.successor}>; rel="successor-version"`)
    expect(answer.headers.get('deprecation')).toMatch(/^@\d+$/)
    expect(Date.parse(answer.headers.get('sunset') ?? '')).toBeGreaterThan(Date.now())
    const body = (await answer.json()) as Response<'metrics'>
    expect(Compile(contract.metrics.response).Errors(body)).toEqual([])
    const successor = await read(deprecation?.successor ?? '')
    expect([body.type, Object.keys(Object.values(body.metrics)[0] ?? {})]).toEqual([
      successor.type,
      Object.keys(Object.values(successor.metrics)[0] ?? {}),
    ])
  }
  const { types } = (await (await ask('/v1/metrics/types')).json()) as Response<'metricsTypes'>
  expect(types.map(({ name }) => name)).toEqual(['health', 'analytics', 'monitoring', 'usage', 'all'])
  expect(types.flatMap(({ deprecated_endpoints }) => deprecated_endpoints).sort()).toEqual(
    old.map(({ path }) => path).sort(),
  )
})
