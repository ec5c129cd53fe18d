import { createApiClient } from '@outrigger/api'
import { createAnvil } from '@outrigger/devnet'
import { expect, it } from 'vitest'
import { createNode } from '../createNode.ts'

it('reports every endpoint, its calls and its events to the operator only', async () => {
  await using anvil = await createAnvil({ chainId: 1 })
  const silent = 'http://user:USERSECRET@127.0.0.1:1/PATHSECRET'
  await using node = await createNode({ chains: { ethereum: { endpoints: [silent, anvil.rpcUrl] } } })
  const { url } = await node.listen({ port: 0, gatewayPort: 0 })
  const open = async (scope: 'admin:account' | 'read:blockchain') => {
    const { secret } = await node.keys.create({ name: scope, scopes: [scope] })
    return createApiClient({ baseUrl: url, apiKey: secret })
  }
  const api = await open('admin:account')
  await expect
    .poll(async () => (await api.accountProviders()).chains[0]?.failover_active, { timeout: 20_000 })
    .toBe(true)
  await node.pools.ethereum?.send({ method: 'eth_getBlockByNumber', params: ['0x0', false] })

  const said = await api.accountProviders()
  expect(JSON.stringify(said)).not.toContain('SECRET')
  const [primary, backup] = said.chains[0]?.endpoints ?? []
  expect(said.chains).toMatchObject([{ chain: 'ethereum', status: 'degraded', head: expect.any(Number) }])
  expect(primary).toMatchObject({ role: 'primary', status: 'unavailable', last_error: { code: expect.any(String) } })
  expect(backup).toMatchObject({ role: 'backup', status: 'healthy', reason: null, failed: 0 })
  expect(backup?.answered).toBeGreaterThan(0)
  // Calls of 5 s and longer have their own count.
  expect(backup?.by_latency).toHaveLength(said.latency_bounds_ms.length + 1)
  expect(said.events).toContainEqual(
    expect.objectContaining({ chain: 'ethereum', kind: 'status', endpoint: primary?.name, to: 'unavailable' }),
  )
  expect(said.events).toContainEqual(expect.objectContaining({ chain: 'ethereum', kind: 'failover', active: true }))

  const reader = await open('read:blockchain')
  await expect(reader.accountProviders()).rejects.toMatchObject({ status: 403, code: 'INSUFFICIENT_PERMISSIONS' })
}, 60_000)
