import { createMemoryStore } from '@outrigger/core'
import { expect, it } from 'vitest'
import { createAlerts } from '../createAlerts.ts'
import { createFigures, disk } from './fixtures/figures.ts'
import { startReceiver } from './fixtures/receiver.ts'
import { loopbackNetworks } from './networks.ts'

const hourMs = 3_600_000
const wait = { timeout: 20_000 }

/** A URL without a server. */
async function findClosedPort(): Promise<number> {
  await using receiver = await startReceiver()
  return receiver.port
}

/** Alerts whose receiver is down for a time. The clock advances from one attempt to the next. */
async function outlast(downMs: number) {
  const startMs = Date.now()
  const clock = { nowMs: startMs, now: () => clock.nowMs }
  const figures = createFigures()
  const [store, channels] = [createMemoryStore(), { webhook: { networks: loopbackNetworks } }]
  const alerts = await createAlerts({ store, channels, signals: figures.source, clock, monotonic: clock })
  const attemptsMs: number[] = []
  alerts.on('attempt', () => attemptsMs.push(clock.nowMs - startMs))
  const port = await findClosedPort()
  const webhookUrl = `http://127.0.0.1:${port}/hook`
  const { id } = await alerts.create({ name: 'disk', type: 'system', threshold: 80, webhookUrl })
  figures.set(disk, 90)
  await expect.poll(() => attemptsMs.length, wait).toBe(1)
  let receiver: Awaited<ReturnType<typeof startReceiver>> | undefined
  for (let pending = (await alerts.deliveries(id)).pending; pending.length > 0; ) {
    const count = attemptsMs.length
    clock.nowMs = Math.max(clock.nowMs, pending[0]?.dueAtMs ?? 0)
    if (clock.nowMs - startMs >= downMs) receiver ??= await startReceiver(undefined, port)
    await expect.poll(() => attemptsMs.length, wait).toBe(count + 1)
    ;({ pending } = await alerts.deliveries(id))
  }
  receiver ??= await startReceiver(undefined, port)
  const close = () => Promise.all([alerts.close(), receiver[Symbol.asyncDispose]()])
  return { id, alerts, attemptsMs, receiver, close }
}

it('arrives at a receiver that was down for an hour at the first attempt afterwards', { timeout: 60_000 }, async () => {
  const { id, alerts, attemptsMs, receiver, close } = await outlast(hourMs)
  expect(attemptsMs).toHaveLength(5)
  expect(attemptsMs.filter((ms) => ms >= hourMs)).toHaveLength(1)
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([`${id}_1`])
  expect(await alerts.deliveries(id)).toEqual({ pending: [], dead: [] })
  await close()
})

it.each([72, 96])(
  'is not lost where the receiver was down for %d hours: it arrives, or is a dead letter',
  { timeout: 120_000 },
  async (hours) => {
    const { id, alerts, attemptsMs, receiver, close } = await outlast(hours * hourMs)
    // Attempts continue for more than two and a half days: 75 h 35 min, minus up to 20 %.
    expect(attemptsMs.at(-1)).toBeGreaterThan(60 * hourMs)
    const { dead } = await alerts.deliveries(id)
    const isOver = attemptsMs.every((ms) => ms < hours * hourMs)
    expect(dead).toHaveLength(isOver ? 1 : 0)
    // The table ends after 90 h 42 min at the latest.
    if (hours === 96)
      expect(dead[0]).toMatchObject({ attempts: 10, lastError: expect.stringContaining('ECONNREFUSED') })
    expect(await alerts.replay(id)).toBe(dead.length)
    await expect.poll(() => receiver.received.map(({ headers }) => headers['webhook-id']), wait).toEqual([`${id}_1`])
    await expect.poll(() => alerts.deliveries(id), wait).toEqual({ pending: [], dead: [] })
    await close()
  },
)
