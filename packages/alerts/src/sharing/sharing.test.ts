import { createMemoryStore, type Store } from '@outrigger/core'
import { createLeases } from '@outrigger/core/internal'
import { usePostgres } from '@outrigger/devnet/testing'
import { expect, it } from 'vitest'
import { createAlerts } from '../createAlerts.ts'
import { createFigures, disk } from '../delivery/fixtures/figures.ts'
import { startReceiver } from '../delivery/fixtures/receiver.ts'
import { loopbackNetworks } from '../delivery/networks.ts'
import { type NodeFault, surviveTogether } from './fixtures/together.ts'

async function openNode(store: Store) {
  const figures = createFigures()
  const leases = createLeases({ store, ttlMs: 300, renewMs: 50 })
  await leases.refresh()
  const channels = { webhook: { networks: loopbackNetworks } }
  const alerts = await createAlerts({
    store,
    leases,
    channels,
    signals: figures.source,
    maxInFlight: 20,
    maxPerHost: 20,
  })
  const node = { alerts, figures, leases, attempts: 0 }
  alerts.on('attempt', () => {
    node.attempts += 1
  })
  return Object.assign(node, { close: () => alerts.close().then(leases.close) })
}

const input = { name: 'disk', type: 'system', threshold: 80 } as const

const cluster = usePostgres()

/** Allows for a busy machine. */
const wait = { timeout: 20_000 }

it('one node evaluates, all deliver, and each shows the changes of the others', { timeout: 60_000 }, async () => {
  await using store = createMemoryStore()
  await using receiver = await startReceiver()
  const nodes = [await openNode(store), await openNode(store), await openNode(store)] as const
  const [first, second, third] = nodes
  const ids = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const { alerts } = nodes[index % 3] ?? first
      return (await alerts.create({ ...input, webhookUrl: receiver.url })).id
    }),
  )
  for (const { alerts } of nodes) await expect.poll(() => alerts.list({ limit: 500 }).length, wait).toBe(200)
  await expect.poll(() => nodes.filter(({ figures }) => figures.watched().length > 0).length, wait).toBe(1)
  // Every node measures, and one of them evaluates.
  for (const { figures } of nodes) figures.set(disk, 90)
  await expect.poll(() => receiver.received.length, wait).toBe(200)
  const reported = receiver.received.map(({ headers }) => String(headers['webhook-id']))
  expect(new Set(reported)).toEqual(new Set(ids.map((id) => `${id}_1`)))
  for (const { attempts } of nodes) expect(attempts).toBeGreaterThan(0)
  const desks = await first.alerts.create({ ...input, account: 'desk' })
  await expect.poll(() => second.alerts.list({ account: 'desk' }).map((one) => one.id), wait).toEqual([desks.id])
  await second.alerts.delete(desks.id)
  const [id = ''] = ids
  await expect.poll(() => third.alerts.get(id).state.status, wait).toBe('active')
  await third.alerts.acknowledge(id, 'me')
  await expect.poll(() => first.alerts.get(id).state.status, wait).toBe('acknowledged')
  await second.alerts.delete(id)
  await expect.poll(() => first.alerts.list({ limit: 500 }).length, wait).toBe(199)
  for (const node of nodes) await node.close()
})

it('another node delivers the claimed deliveries of a dead node', { timeout: 60_000 }, async () => {
  await using store = createMemoryStore()
  await using receiver = await startReceiver(() => ({ status: 503 }))
  const first = await openNode(store)
  const { id } = await first.alerts.create({ ...input, webhookUrl: receiver.url })
  await expect.poll(() => first.figures.watched().length, wait).toBe(1)
  first.figures.set(disk, 90)
  await expect.poll(async () => (await first.alerts.deliveries(id)).pending[0]?.attempts, wait).toBe(1)
  await first.close()
  receiver.answer = () => ({ status: 200 })
  const second = await openNode(store)
  expect((await second.alerts.deliveries(id)).pending).toHaveLength(1)
  await expect.poll(() => second.alerts.pending, wait).toBe(1)
  expect(await second.alerts.replay(id, { arrived: true })).toBe(0)
  await second.close()
})

it('deliveries that wait for a retry do not block new claims', { timeout: 60_000 }, async () => {
  await using store = createMemoryStore()
  await using down = await startReceiver(() => ({ status: 503 }))
  await using receiver = await startReceiver()
  const node = await openNode(store)
  for (let index = 0; index < 25; index++) await node.alerts.create({ ...input, webhookUrl: down.url })
  await expect.poll(() => node.figures.watched().length, wait).toBe(1)
  node.figures.set(disk, 90)
  await expect.poll(() => node.attempts, wait).toBeGreaterThanOrEqual(20)
  await node.alerts.create({ ...input, webhookUrl: receiver.url })
  const hear = () => {
    // A node that briefly lost its lease has received no value since.
    node.figures.set(disk, 90)
    return receiver.received.length
  }
  await expect.poll(hear, wait).toBeGreaterThan(0)
  await node.close()
})

it('reports each crossing once, whichever of three nodes is killed, stopped or cut off', {
  timeout: 180_000,
}, async () => {
  const faults: readonly NodeFault[] = ['kill', 'cut', 'stop', 'kill']
  const { crossings, ids, lost, leaders } = await surviveTogether({
    cluster: cluster(),
    faults,
    everyMs: 4000,
    intervalMs: 50,
  })
  expect({ lost, ids }).toEqual({ lost: 0, ids: crossings })
  expect(leaders).toBeGreaterThan(faults.length)
})
