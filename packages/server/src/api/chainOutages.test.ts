import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { createAnvil } from '@outrigger/devnet'
import { expect, it } from 'vitest'
import { createNode } from '../createNode.ts'

const patient = { timeout: 30_000, interval: 250 }

it('reports late blocks and another chain in /v1/oracle/health, /readyz and /metrics, and by an alert', async () => {
  const hourAgo = Math.floor(Date.now() / 1000) - 3600
  await using late = await createAnvil({ chainId: 1, blockTimeMs: 1000, args: ['--timestamp', String(hourAgo)] })
  await using other = await createAnvil({ chainId: 10 })
  const received: unknown[] = []
  const receiver = createServer(async (request, response) => {
    received.push(await json(request))
    response.end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const chains = { ethereum: { endpoints: [late.rpcUrl] }, base: { endpoints: [other.rpcUrl] } }
  await using node = await createNode({ chains, access: 'loopback' })
  const { url } = await node.listen({ port: 0, gatewayPort: 0 })

  // biome-ignore lint/suspicious/noExplicitAny: an answer of the node
  const ask = async (path: string): Promise<any> => (await fetch(`${url}${path}`)).json()
  await expect
    .poll(async () => (await ask('/v1/oracle/health')).chains, patient)
    .toMatchObject({
      ethereum: { chain_id: 1, newest_block: expect.any(Number), outage: { kind: 'late_head', reason: null } },
      base: {
        newest_block: null,
        newest_block_at: null,
        outage: { kind: 'wrong_chain', reason: expect.stringContaining('It serves chain id 10, but base is 8453.') },
      },
    })
  const { chains: states } = await ask('/v1/oracle/health')
  expect(Math.round((Date.now() - Date.parse(states.ethereum.newest_block_at)) / 60_000)).toBe(60)
  expect((await ask('/../readyz')).reasons).toEqual([
    expect.stringMatching(/^ethereum: the newest block is (59|60) min old, answers are stale$/),
    expect.stringMatching(
      /^base: no provider serves this chain \(.*chain id 10, but base is 8453.*\), answers are stale$/,
    ),
  ])
  const metrics = await (await fetch(`${url}/../metrics`)).text()
  expect(metrics).toContain('outrigger_chain_outage{chain="ethereum",kind="lateHead"} 1')
  expect(metrics).toContain('outrigger_chain_outage{chain="ethereum",kind="unavailable"} 0')
  expect(metrics).toContain('outrigger_chain_outage{chain="base",kind="wrongChain"} 1')
  expect(Number(/^outrigger_head_age_seconds\{chain="ethereum"\} (.+)$/m.exec(metrics)?.[1])).toBeGreaterThan(3500)
  await fetch(`${url}/v1/alerts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'outage',
      alert_type: 'monitoring',
      metric: 'chain_outages',
      threshold: 0,
      webhook_url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    }),
  })
  await expect
    .poll(() => received, patient)
    .toMatchObject([{ event: 'alert_triggered', alert: { name: 'outage', metric: 'chain_outages' }, current_value: 2 }])
  receiver.closeAllConnections()
  receiver.close()
}, 90_000)
