import { createMemoryStore } from '@outrigger/core'
import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { getSigningSecret, rotateSigningSecret, toSignedHeaders } from './signature.ts'

const body = JSON.stringify({ event: 'alert_triggered', text: 'größer' })

it('creates signatures that the standardwebhooks library accepts, with both secrets during the overlap', async () => {
  await using store = createMemoryStore()
  const clock = { now: Date.now }
  const first = await getSigningSecret(store, { clock })
  expect(await getSigningSecret(store, { clock })).toEqual(first)
  expect(first.secret).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/)
  const headers = toSignedHeaders(first, 'alert_1', body, Date.now())
  expect(new Webhook(first.secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(first.secret).verify(`${body} `, headers)).toThrow()

  const second = await rotateSigningSecret(store, { overlapMs: 60_000, clock })
  expect(second.secret).not.toBe(first.secret)
  const both = toSignedHeaders(second, 'alert_1', body, Date.now())
  for (const { secret } of [first, second]) new Webhook(secret).verify(body, both)
  const later = toSignedHeaders(second, 'alert_1', body, Date.now() + 61_000)
  expect(later['webhook-signature']).not.toContain(' ')
})

it('has one secret per store', async () => {
  await using store = createMemoryStore()
  const all = await Promise.all([1, 2, 3].map(() => getSigningSecret(store)))
  expect(new Set(all.map(({ secret }) => secret)).size).toBe(1)
})

it('has a secret per account, and rotates one without changing the others', async () => {
  await using store = createMemoryStore()
  const clock = { now: Date.now }
  const [operator, desk] = [
    await getSigningSecret(store, { clock }),
    await getSigningSecret(store, { account: 'desk', clock }),
  ]
  expect(desk.secret).not.toBe(operator.secret)
  await rotateSigningSecret(store, { account: 'desk', clock })
  expect(await getSigningSecret(store, { clock })).toEqual(operator)
})

it('signs with every old secret until it expires, and an overlap of 0 expires them all', async () => {
  await using store = createMemoryStore()
  let nowMs = Date.now()
  const clock = { now: () => nowMs }
  const first = await getSigningSecret(store, { clock })
  const second = await rotateSigningSecret(store, { overlapMs: 60_000, clock })
  nowMs += 30_000
  const third = await rotateSigningSecret(store, { overlapMs: 60_000, clock })
  const headers = () => getSigningSecret(store, { clock }).then((signing) => toSignedHeaders(signing, 'a', body, nowMs))
  // The library uses the wall clock, this test its own.
  const signers = async () => {
    const [given, all] = [await headers(), [first, second, third]]
    const of = (one: typeof first) => toSignedHeaders({ ...one, previous: [] }, 'a', body, nowMs)['webhook-signature']
    return all.filter((one) => given['webhook-signature'].split(' ').includes(of(one)))
  }
  expect(await signers()).toEqual([first, second, third])
  nowMs += 40_000
  expect(await signers()).toEqual([second, third])
  await rotateSigningSecret(store, { overlapMs: 0, clock })
  expect(await signers()).toEqual([])
})

it('reads secrets of stores from before accounts existed', async () => {
  await using store = createMemoryStore()
  const clock = { now: Date.now }
  const previous = { secret: 'whsec_b2xk', untilMs: Date.now() + 60_000 }
  await store.collection('alert_secrets').set('webhook', { secret: 'whsec_bmV3', createdAtMs: 1, previous })
  expect(await getSigningSecret(store, { clock })).toEqual({
    secret: 'whsec_bmV3',
    createdAtMs: 1,
    previous: [previous],
  })
  await store.collection('alert_secrets').set('webhook', { secret: 'whsec_bmV3', createdAtMs: 1, previous: null })
  expect(await getSigningSecret(store, { clock })).toMatchObject({ previous: [] })
})
