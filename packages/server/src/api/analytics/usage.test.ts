import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiClient } from '@outrigger/api'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createNode, type OutriggerNode } from '../../createNode.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'outrigger-usage-'))
let anvil: Anvil
let node: OutriggerNode
let url: string
let gatewayUrl: string

beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1 })
  node = await createNode({ dataDir, chains: { ethereum: { endpoints: [anvil.rpcUrl] } } })
  ;({ url, gatewayUrl } = await node.listen({ port: 0, gatewayPort: 0 }))
})
afterAll(async () => {
  await node.close()
  await anvil.close()
  rmSync(dataDir, { recursive: true, force: true })
})

it('tells what a key has used, by whichever way, and of nobody else', async () => {
  const [key, other] = await Promise.all(
    ['one', 'other'].map((name) => node.keys.create({ name, tier: 'base' }).then(({ secret }) => secret)),
  )
  const api = createApiClient({ baseUrl: url, apiKey: key ?? '' })
  const rpc = (secret = '', method = 'eth_blockNumber', params: unknown[] = []) =>
    fetch(`${gatewayUrl}/ethereum/rpc`, {
      method: 'POST',
      headers: { 'x-api-key': secret, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    }).then((answer) => answer.json())
  await rpc(other)
  await rpc(key)
  await rpc(key, 'trace_block', ['latest'])
  await rpc(key, 'eth_inventedByNobody')
  await api.gatewayChain({ chain: 'ethereum' })
  await api.gasHistory({ chain: 'polygon', days: 3 }).catch(() => {})
  await expect(api.gasHistory({ chain: 'ethereum', days: 999 })).rejects.toThrow(/days/)
  const today = new Date().toISOString().slice(0, 10)
  expect(await api.analyticsUsage()).toEqual({
    period: { start: `${today.slice(0, 7)}-01`, end: today },
    // The node answered the invented method with an error.
    total_cu_used: 5 + 2500 + 20 + 5,
    trace_cu_used: 2500,
    total_requests: 5,
    by_chain: { ethereum: 2530, none: 0 },
    by_method: { eth_blockNumber: 1, trace_block: 1, other: 1, gatewayChain: 1, gasHistory: 1 },
  })
  expect((await api.analyticsUsage()).by_method).toMatchObject({ analyticsUsage: 1 })
  expect(await api.analyticsUsage({ start_date: '2026-01-01', end_date: '2026-01-31' })).toMatchObject({
    period: { start: '2026-01-01', end: '2026-01-31' },
    total_requests: 0,
  })
  for (const wrong of [{ start_date: '2026-02-30' }, { start_date: '2026-02-02', end_date: '2026-02-01' }])
    await expect(api.analyticsUsage(wrong)).rejects.toThrow(/date/)
  expect((await api.analyticsUsage({ start_date: '0001-01-01', end_date: '9999-12-31' })).total_requests).toBe(10)
})
