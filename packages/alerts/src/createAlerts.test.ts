import { createMemoryStore, type Store } from '@outrigger/core'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { toSubjectKey } from './alert.ts'
import type { AlertEvents, AlertsOptions } from './alerts.ts'
import { createAlerts } from './createAlerts.ts'
import { toDelivery, toTrigger } from './delivery/delivery.ts'
import { createFigures, disk } from './delivery/fixtures/figures.ts'
import { type Received, startReceiver } from './delivery/fixtures/receiver.ts'
import { loopbackNetworks } from './delivery/networks.ts'
import { getSigningSecret } from './delivery/signature.ts'
import { toAlert } from './lifecycle/toAlert.ts'

const channels = { webhook: { networks: loopbackNetworks } }
const hourMs = 3_600_000
const input = { name: 'disk', type: 'system', threshold: 80 } as const

async function open(parts: Partial<AlertsOptions> & { readonly store?: Store } = {}) {
  const figures = createFigures()
  const store = parts.store ?? createMemoryStore()
  const alerts = await createAlerts({ signals: figures.source, channels, ...parts, store })
  return { alerts, figures, store, [Symbol.asyncDispose]: alerts.close }
}

/** A clock that a test advances, for dates and waits. */
const createClock = () => ({ nowMs: Date.now(), now: () => clock.nowMs })
let clock = createClock()

describe('alerts', () => {
  it('report a crossing once, signed, with the body of the API contract', async () => {
    await using receiver = await startReceiver()
    await using node = await open()
    const { alerts, figures, store } = node
    const { id } = await alerts.create({ ...input, webhookUrl: receiver.url })
    for (const value of [50, 81, 90, 81]) figures.set(disk, value)
    await expect.poll(() => receiver.received.length).toBe(1)
    const { body, headers } = receiver.received[0] as Received
    expect(JSON.parse(body)).toMatchObject({
      event: 'alert_triggered',
      alert: { id, name: 'disk', alert_type: 'system', threshold: 80, condition: 'above' },
      current_value: 81,
    })
    const { secret } = await getSigningSecret(store)
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toBeDefined()
    expect(headers['webhook-id']).toBe(`${id}_1`)
    expect(alerts.get(id)).toMatchObject({
      state: { status: 'active', triggers: 1 },
      history: [{ event: 'triggered' }],
    })
    expect(alerts.summary()).toMatchObject({ total: 1, recent: 1, byType: { system: { total: 1 }, gas: { total: 0 } } })
    await expect.poll(() => alerts.pending).toBe(0)
  })

  it('emit `triggered` once per crossing after its notifications are stored, with any number of receivers', async () => {
    await using receiver = await startReceiver()
    const email = { smtpUrl: 'smtp://127.0.0.1:1', from: 'a@example.com', recipients: ['@example.org'] }
    await using node = await open({ channels: { ...channels, email } })
    const { alerts, figures } = node
    const triggered: AlertEvents['triggered'][] = []
    alerts.on('triggered', (trigger) => triggered.push(trigger))
    const toAll = { webhookUrl: receiver.url, email: 'ops@example.org' }
    for (const [count, receivers] of [{}, { webhookUrl: receiver.url }, toAll].entries()) {
      const { id } = await alerts.create({ ...input, ...receivers })
      for (const value of [50, 90, 91]) figures.set(disk, value)
      await expect.poll(() => alerts.get(id).state.triggers).toBe(1)
      await expect.poll(() => triggered.length).toBe(1)
      expect(triggered.pop()).toMatchObject({
        id: `${id}_1`,
        alertId: id,
        trigger: 1,
        notice: { name: 'disk', value: 90 },
      })
      expect((await alerts.deliveries(id)).pending.length).toBeLessThanOrEqual(count)
      await alerts.delete(id)
    }
    expect(triggered).toEqual([])
  })

  it('watch only the figures of enabled alerts, and evaluate a new one with the current value', async () => {
    await using node = await open()
    const { alerts, figures } = node
    const first = await alerts.create({ ...input, enabled: false })
    expect(figures.watched()).toEqual([])
    await alerts.update(first.id, { enabled: true })
    figures.set(disk, 90)
    const second = await alerts.create({ ...input, threshold: 85 })
    await expect.poll(() => alerts.get(second.id).state.triggers).toBe(1)
    await alerts.resolve(first.id)
    await alerts.delete(second.id)
    expect(figures.watched()).toEqual([])
    expect(alerts.list()).toEqual([])
    expect(alerts.list({ resolved: true })).toHaveLength(1)
  })

  it('never trigger before they exist or are edited, with a value that is older', async () => {
    await using node = await open()
    const { alerts, figures } = node
    const times: number[] = []
    alerts.on('triggered', ({ notice }) => times.push(notice.atMs))
    await alerts.create({ ...input, threshold: 95 })
    figures.set(disk, 90, Date.now() - 5_000)
    const { id, createdAtMs } = await alerts.create(input)
    await expect.poll(() => times.length).toBe(1)
    const { state, history } = alerts.get(id)
    expect([times[0], state.lastTriggeredAtMs, history[0]?.atMs]).toEqual([createdAtMs, createdAtMs, createdAtMs])
    await alerts.update(id, { threshold: 85 })
    await expect.poll(() => times.length).toBe(2)
    const [, edited, triggered] = alerts.get(id).history
    expect([edited?.event, triggered?.event]).toEqual(['edited', 'triggered'])
    expect(triggered?.atMs).toBe(edited?.atMs)
  })

  it('are limited per account and per node', async () => {
    await using node = await open({ maxAlerts: 3, maxAlertsPerAccount: 1 })
    const create = (account: string | null) => node.alerts.create({ ...input, account })
    await create('a')
    await expect(create('a')).rejects.toThrow(/you have 1 alerts/)
    await create('b')
    await create(null)
    await expect(create('c')).rejects.toThrow(/this node has 3 alerts/)
    expect(node.alerts.list({ account: 'a' })).toHaveLength(1)
    expect(node.alerts.summary('c')).toMatchObject({ total: 0 })
  })

  it('resume after a restart with their state and the same delivery ids', async () => {
    await using store = createMemoryStore()
    await using receiver = await startReceiver(() => ({ status: 500 }))
    const first = await open({ store })
    const { id } = await first.alerts.create({ ...input, webhookUrl: receiver.url })
    first.figures.set(disk, 90)
    await expect.poll(() => receiver.received.length).toBe(1)
    await expect.poll(async () => (await first.alerts.deliveries(id)).pending[0]?.attempts).toBe(1)
    await first.alerts.close()
    receiver.answer = () => ({ status: 204 })
    const now = () => Date.now() + 10_000
    await using second = await open({ store, clock: { now } })
    await expect.poll(() => receiver.received.length).toBe(2)
    second.figures.set(disk, 91)
    expect(second.alerts.get(id).state.triggers).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([`${id}_1`]))
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
  })

  it('evaluate the source’s history of a downtime', async () => {
    await using store = createMemoryStore()
    const before = createReplay([])
    const first = await createAlerts({ store, channels, signals: before.signals })
    const { id } = await first.create(input)
    await expect.poll(() => before.figures.watched().length).toBe(1)
    before.figures.set(disk, 50, Date.now(), 10)
    await first.close()
    // A spike that ends before the restart.
    const spike = [90, 91, 20].map((value, index) => ({ value, atMs: Date.now() + index, block: 11 + index }))
    const { signals, asked } = createReplay(spike)
    await using second = await open({ store, signals })
    await expect.poll(() => second.alerts.get(id).state).toMatchObject({ triggers: 1, status: 'watching' })
    expect(asked[0]).toMatchObject({ block: 10 })
  })

  it('do not evaluate live readings twice while the history is read', async () => {
    await using store = createMemoryStore()
    await using first = await open({ store })
    const { id } = await first.alerts.create(input)
    await store.collection('alert_cursors').set(toSubjectKey(disk), { atMs: Date.now(), block: 10 })
    const spike = [90, 20].map((value, index) => ({ value, atMs: Date.now() + 10 + index, block: 11 + index }))
    let tellPast: (readings: typeof spike) => void = () => {}
    const past = new Promise<typeof spike>((resolve) => {
      tellPast = resolve
    })
    const figures = createFigures(() => past)
    await using second = await open({ store, signals: figures.source })
    await expect.poll(() => figures.watched().length).toBe(1)
    for (const { value, atMs, block } of spike) figures.set(disk, value, atMs, block)
    tellPast(spike)
    await expect.poll(() => second.alerts.get(id).state.triggers).toBeGreaterThan(0)
    // Written after all earlier readings.
    await second.alerts.update(id, { name: 'again' })
    expect(second.alerts.get(id).state.triggers).toBe(1)
  })

  it('send nothing once acknowledged, resolved, disabled or deleted', async () => {
    clock = createClock()
    await using receiver = await startReceiver(() => ({ status: 503 }))
    await using node = await open({ clock, monotonic: clock })
    const { alerts, figures } = node
    const ids: string[] = []
    for (const _ of [1, 2, 3, 4]) ids.push((await alerts.create({ ...input, webhookUrl: receiver.url })).id)
    const [known = '', closed = '', off = '', gone = ''] = ids
    figures.set(disk, 90)
    await expect
      .poll(async () => (await alerts.deliveries()).pending.filter((one) => one.attempts === 1).length)
      .toBe(4)
    expect((await alerts.acknowledge(known, 'me', 'on it')).state.status).toBe('acknowledged')
    await alerts.resolve(closed, 'me', 'mended')
    await alerts.update(off, { enabled: false })
    await alerts.delete(gone)
    clock.nowMs += 24 * hourMs
    await expect.poll(() => alerts.pending).toBe(0)
    expect(receiver.received).toHaveLength(4)
    expect(await alerts.deliveries()).toEqual({ pending: [], dead: [] })
    expect(alerts.get(known).history.at(-1)).toMatchObject({ event: 'acknowledged', by: 'me', text: 'on it' })
  })

  it('leave no documents once deleted, whatever the outcome of a running attempt', async () => {
    let answerLate: (status: number) => void = () => {}
    const late = new Promise<number>((resolve) => {
      answerLate = resolve
    })
    await using store = createMemoryStore()
    await using receiver = await startReceiver(async (_, count) => ({ status: count < 3 ? 200 * count : await late }))
    await using node = await open({ store, pausesMs: [0], maxPerHost: 1 })
    const { alerts, figures } = node
    const ids: string[] = []
    for (const _ of [1, 2, 3]) ids.push((await alerts.create({ ...input, webhookUrl: receiver.url })).id)
    figures.set(disk, 90)
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(3)
    await expect.poll(async () => (await alerts.deliveries()).dead.length).toBe(1)
    expect(await store.collection('alert_delivered').list()).toHaveLength(1)
    for (const id of ids) await alerts.delete(id)
    answerLate(404)
    await expect.poll(() => alerts.pending).toBe(0)
    for (const name of ['alert_outbox', 'alert_dead_letters', 'alert_delivered'])
      expect([name, await store.collection(name).list()]).toEqual([name, []])
  })

  it('drop many notifications of deleted alerts at once', async () => {
    await using store = createMemoryStore()
    const outbox = store.collection('alert_outbox')
    const delivery = toDelivery(
      toTrigger(toAlert(input, Date.now()), { value: 90, atMs: Date.now() }),
      'webhook',
      Date.now(),
    )
    for (let id = 0; id < 20_000; id++) await outbox.set(`${id}:webhook`, { ...delivery, id: `${id}` })
    await using node = await open({ store })
    await expect.poll(() => node.alerts.pending, { timeout: 10_000 }).toBe(0)
    await expect.poll(() => outbox.list(), { timeout: 10_000 }).toEqual([])
  })

  it('follow the table of pauses to the end, store dead deliveries, and resend them on command', async () => {
    clock = createClock()
    await using receiver = await startReceiver(() => ({ status: 500 }))
    await using node = await open({ clock, monotonic: clock })
    const { alerts, figures } = node
    const { id } = await alerts.create({ ...input, webhookUrl: receiver.url })
    figures.set(disk, 90)
    for (let attempts = 1; attempts < 10; attempts++) {
      await expect.poll(async () => (await alerts.deliveries(id)).pending[0]?.attempts).toBe(attempts)
      clock.nowMs += 24 * 1.2 * hourMs + 1
    }
    await expect
      .poll(async () => (await alerts.deliveries(id)).dead)
      .toMatchObject([{ attempts: 10, lastError: 'the receiver answered 500' }])
    await expect.poll(() => alerts.get(id).history.at(-1)?.event).toBe('failed')
    receiver.answer = () => ({ status: 200 })
    expect(await alerts.replay(id)).toBe(1)
    await expect.poll(() => alerts.pending).toBe(0)
    expect(await alerts.deliveries(id)).toEqual({ pending: [], dead: [] })
    expect(await alerts.replay(id)).toBe(0)
    expect(await alerts.replay(id, { arrived: true })).toBe(1)
    await expect.poll(() => receiver.received.length).toBe(12)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it('close a receiver that answers 410 until the alert has another URL', async () => {
    await using receiver = await startReceiver(() => ({ status: 410 }))
    await using node = await open()
    const { alerts, figures } = node
    const { id } = await alerts.create({ ...input, webhookUrl: receiver.url })
    figures.set(disk, 90)
    await expect.poll(() => alerts.get(id).webhookOpen).toBe(false)
    figures.set(disk, 10)
    figures.set(disk, 90)
    await expect.poll(() => alerts.get(id).state.triggers).toBe(2)
    expect(receiver.received).toHaveLength(1)
    await alerts.update(id, { webhookUrl: receiver.url })
    figures.set(disk, 10)
    figures.set(disk, 90)
    await expect.poll(() => receiver.received.length).toBe(2)
  })

  it('retry at the new URL after the former one answered 410', async () => {
    await using former = await startReceiver()
    await using receiver = await startReceiver()
    await using node = await open({ pausesMs: [0, 0] })
    const { alerts, figures } = node
    const { id } = await alerts.create({ ...input, webhookUrl: former.url })
    former.answer = async () => {
      await alerts.update(id, { webhookUrl: receiver.url })
      return { status: 410 }
    }
    figures.set(disk, 90)
    await expect.poll(() => receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([`${id}_1`])
    expect(alerts.get(id)).toMatchObject({ webhookOpen: true, history: [{ event: 'triggered' }, { event: 'edited' }] })
    expect((await alerts.deliveries(id)).dead).toEqual([])
  })

  it('keep a URL open that another process set during an attempt at the former one', async () => {
    await using store = createMemoryStore()
    await using former = await startReceiver()
    await using receiver = await startReceiver()
    await using first = await open({ store })
    const { id } = await first.alerts.create({ ...input, webhookUrl: former.url })
    former.answer = async () => {
      await using second = await open({ store })
      await second.alerts.update(id, { webhookUrl: receiver.url })
      return { status: 410 }
    }
    first.figures.set(disk, 90)
    await expect.poll(() => first.alerts.get(id).history.length).toBe(3)
    expect(first.alerts.get(id)).toMatchObject({ webhookUrl: receiver.url, webhookOpen: true })
    expect(first.alerts.get(id).history.at(-1)?.event).toBe('failed')
    expect(await first.alerts.replay(id)).toBe(1)
    await expect.poll(() => receiver.received.length).toBe(1)
  })

  it('follow no redirect, and respect Retry-After', async () => {
    clock = createClock()
    await using elsewhere = await startReceiver()
    await using receiver = await startReceiver((_, count) =>
      count === 1
        ? { status: 307, headers: { location: elsewhere.url } }
        : { status: 429, headers: { 'retry-after': '420' } },
    )
    await using node = await open({ clock, monotonic: clock })
    const { alerts, figures } = node
    const { id } = await alerts.create({ ...input, webhookUrl: receiver.url })
    figures.set(disk, 90)
    await expect.poll(async () => (await alerts.deliveries(id)).pending[0]?.lastError).toMatch('307')
    clock.nowMs += 6000
    await expect.poll(async () => (await alerts.deliveries(id)).pending[0]?.attempts).toBe(2)
    const [pending] = (await alerts.deliveries(id)).pending
    expect((pending?.dueAtMs ?? 0) - clock.nowMs).toBe(420_000)
    expect(elsewhere.received).toEqual([])
  })

  it('are not delayed by a hanging receiver', async () => {
    await using hanging = await startReceiver(() => 'hang')
    await using receiver = await startReceiver()
    await using node = await open()
    const { alerts, figures } = node
    for (let index = 0; index < 20; index++)
      await alerts.create({ ...input, webhookUrl: index % 2 === 0 ? hanging.url : receiver.url })
    figures.set(disk, 90)
    await expect.poll(() => receiver.received.length).toBe(10)
    expect(hanging.received).toHaveLength(4)
  })

  it('are not delayed while half as many receivers hang as there are concurrent attempts', async () => {
    const hanging = await Promise.all([1, 2, 3, 4].map(() => startReceiver(() => 'hang')))
    await using receiver = await startReceiver()
    await using node = await open({ maxInFlight: 8 })
    const { alerts, figures } = node
    await alerts.create(input)
    figures.set(disk, 90)
    for (const { url } of hanging)
      for (let index = 0; index < 8; index++) await alerts.create({ ...input, webhookUrl: url })
    const counts = () => hanging.map(({ received }) => received.length)
    await expect.poll(counts, { timeout: 10_000 }).toEqual([4, 1, 1, 1])
    await alerts.create({ ...input, webhookUrl: receiver.url })
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1)
    await Promise.all(hanging.map((one) => one[Symbol.asyncDispose]()))
  })

  it('give each receiver its turn if more hang than there are concurrent attempts', async () => {
    await using hanging = await startReceiver(() => 'hang')
    await using receiver = await startReceiver()
    const webhook = { ...channels.webhook, timeoutMs: 300 }
    await using node = await open({ channels: { webhook }, maxInFlight: 1 })
    const { alerts, figures } = node
    for (let index = 0; index < 4; index++) await alerts.create({ ...input, webhookUrl: hanging.url })
    await alerts.create({ ...input, webhookUrl: receiver.url })
    figures.set(disk, 90)
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1)
    const heardMs = receiver.received[0]?.atMs ?? 0
    expect(hanging.received.filter(({ atMs }) => atMs < heardMs)).toHaveLength(1)
  })

  it('report a store that rejects writes, and lose nothing', async () => {
    const memory = createMemoryStore()
    let isFull = false
    const store: Store = {
      ...memory,
      commit: async (changes) => {
        if (isFull) throw new RangeError('database or disk is full')
        await memory.commit(changes)
      },
    }
    await using receiver = await startReceiver()
    await using node = await open({ store })
    const { alerts, figures } = node
    const { id } = await alerts.create({ ...input, webhookUrl: receiver.url })
    const said: unknown[] = []
    alerts.on('storeError', (error) => said.push(error))
    isFull = true
    figures.set(disk, 90)
    figures.set(disk, 10)
    figures.set(disk, 90)
    await expect.poll(() => said.length).toBeGreaterThan(1)
    await expect(alerts.create(input)).rejects.toThrow('full')
    expect(receiver.received).toEqual([])
    isFull = false
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(2)
    expect(alerts.get(id).state.triggers).toBe(2)
  })

  it('send a test immediately, and return the receiver’s answer', async () => {
    await using receiver = await startReceiver((_, count) => ({ status: count === 1 ? 200 : 404 }))
    await using node = await open()
    const { id } = await node.alerts.create({ ...input, webhookUrl: receiver.url, email: 'ops@example.com' })
    expect(await node.alerts.test(id)).toEqual([
      { channel: 'webhook', error: null },
      { channel: 'email', error: expect.stringContaining('alerts.email') },
    ])
    expect((await node.alerts.test(id))[0]?.error).toBe('the receiver answered 404')
    expect(JSON.parse(receiver.received[0]?.body ?? '').event).toBe('alert_test')
  })

  it('have the formats of Slack, Discord and Telegram', async () => {
    await using receiver = await startReceiver()
    await using node = await open()
    for (const webhookFormat of ['slack', 'discord', 'telegram'] as const)
      await node.alerts.create({
        ...input,
        name: '<!channel> & @everyone',
        webhookFormat,
        webhookUrl: `${receiver.url}?chat_id=-42&x=1`,
      })
    node.figures.set(disk, 90)
    await expect.poll(() => receiver.received.length).toBe(3)
    const bodies = receiver.received.map(({ body, url }) => ({ ...JSON.parse(body), url }))
    const text = expect.stringMatching(/^<!channel> & @everyone: disk used percent is 90, above 80 \(/)
    const escaped = expect.stringMatching(/^&lt;!channel&gt; &amp; @everyone: disk used percent is 90/)
    expect(bodies).toContainEqual({ text: escaped, url: '/hook?chat_id=-42&x=1' })
    expect(bodies).toContainEqual({
      content: text,
      allowed_mentions: { parse: [] },
      url: '/hook?chat_id=-42&x=1',
    })
    expect(bodies).toContainEqual({ chat_id: '-42', text, url: '/hook?x=1' })
  })

  it.each([
    ['name', { name: 'a\nb' }],
    ['threshold', { threshold: Number.NaN }],
    ['threshold', { type: 'monitoring', threshold: 50 }],
    ['metric', { metric: 'usd' }],
    ['chain_id', { chainId: '1' }],
    ['symbol', { type: 'gas', symbol: 'ETH' }],
    ['email', { email: 'a@example.com,b@example.com' }],
    ['email', { email: 'a@example.com\r\nBcc: b@example.com' }],
    ['webhook_url', { webhookUrl: 'ftp://example.com' }],
    ['webhook_url', { webhookUrl: 'https://user:secret@example.com' }],
    ['webhook_url', { webhookUrl: 'http://169.254.169.254/latest' }],
    ['webhook_url', { webhookUrl: 'https://api.telegram.org/bot1:x/sendMessage' }],
  ] as const)('refuse a wrong %s: %j', async (field, wrong) => {
    await using node = await open()
    await expect(node.alerts.create({ ...input, ...wrong })).rejects.toMatchObject({ code: 'INVALID_ALERT', field })
    expect(node.alerts.list()).toEqual([])
  })

  it('reject an unknown chain', async () => {
    await using node = await open()
    const unknown = { ...input, type: 'gas', chainId: 'atlantis' } as const
    await expect(node.alerts.create(unknown)).rejects.toMatchObject({ code: 'UNKNOWN_CHAIN' })
  })

  it('have the defaults of their types', async () => {
    await using node = await open()
    const { create } = node.alerts
    expect(await create({ name: 'a', type: 'gas', threshold: 1 })).toMatchObject({
      metric: 'standard',
      chain: 'ethereum',
    })
    expect(await create({ name: 'a', type: 'price', threshold: 1, chainId: '137' })).toMatchObject({
      metric: 'usd',
      chain: 'polygon',
      symbol: 'POL',
      chainId: '137',
    })
    expect(await create({ name: 'a', type: 'performance', threshold: 1 })).toMatchObject({
      metric: 'p95_response_time_ms',
    })
    expect(await create({ name: 'a', type: 'monitoring', threshold: 1 })).toMatchObject({
      metric: 'overall_health_score',
    })
    expect(await create(input)).toMatchObject({ metric: 'disk_used_percent', rearmPercent: 1, condition: 'above' })
  })

  it('keep the changes of two processes that share a store', async () => {
    await using store = createMemoryStore()
    await using first = await open({ store })
    const { id } = await first.alerts.create(input)
    await using second = await open({ store })
    await first.alerts.update(id, { name: 'one' })
    await second.alerts.update(id, { threshold: 70 })
    expect(second.alerts.get(id)).toMatchObject({ name: 'one', threshold: 70 })
  })
})

function createReplay(readings: readonly { value: number; atMs: number; block: number }[]) {
  const asked: unknown[] = []
  const figures = createFigures(async (_, since) => {
    asked.push(since)
    return readings
  })
  return { signals: figures.source, figures, asked }
}

it('emits an event for each attempt', async () => {
  await using receiver = await startReceiver((_, count) => (count === 1 ? 'reset' : { status: 200 }))
  await using node = await open()
  const seen: AlertEvents['attempt'][] = []
  node.alerts.on('attempt', (one) => seen.push(one))
  await node.alerts.create({ ...input, webhookUrl: receiver.url })
  node.figures.set(disk, 90)
  await expect.poll(() => seen.length).toBe(1)
  expect(seen[0]).toMatchObject({ error: expect.stringContaining('no answer'), isDead: false })
})
