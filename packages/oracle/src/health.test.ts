import { chains, createProviderPool, createRestPool } from '@outrigger/core'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { createFaultProxy } from '@outrigger/devnet/faults'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOracleHealth } from './health.ts'

let anvil: Anvil
beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1 })
})
afterAll(() => anvil.close())

test('reports each chain’s primary, its best backup, and a summary', async () => {
  await using proxy = await createFaultProxy({ target: anvil.rpcUrl })
  await using pool = createProviderPool({ chain: chains.ethereum, endpoints: [proxy.url, anvil.rpcUrl] })
  await pool.send({ method: 'eth_blockNumber' })
  expect(getOracleHealth([pool])).toMatchObject({
    status: 'healthy',
    chains: {
      ethereum: {
        status: 'healthy',
        failoverActive: false,
        primary: { name: 'primary', status: 'healthy', successRate: 1, latencyMs: expect.any(Number) },
        backup: { name: 'backup' },
      },
    },
  })

  await proxy.setFault({ kind: 'refuse' })
  for (let i = 0; i < 5; i++) await pool.send({ method: 'eth_blockNumber' })
  expect(getOracleHealth([pool])).toMatchObject({
    status: 'degraded',
    chains: {
      ethereum: { failoverActive: true, primary: { status: 'unavailable' }, backup: { status: 'healthy' } },
    },
  })

  await using nowhere = createRestPool({ name: 'beacon', endpoints: ['http://127.0.0.1:1'], probePath: '/' })
  for (let i = 0; i < 5; i++) await nowhere.get('/').catch(() => null)
  expect(getOracleHealth([nowhere])).toMatchObject({
    status: 'unavailable',
    chains: { beacon: { primary: { status: 'unavailable' }, backup: null } },
  })
  expect(getOracleHealth([pool, nowhere]).status).toBe('degraded')
})
