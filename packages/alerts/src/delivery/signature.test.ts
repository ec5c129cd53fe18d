import { createMemoryStore } from '@outrigger/core'
import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { getSigningSecret, rotateSigningSecret, toSignedHeaders } from './signature.ts'

const body = JSON.stringify({ event: 'alert_triggered', text: 'größer' })

it('signs as the standardwebhooks library verifies, with both secrets while they overlap', async () => {
  await using store = createMemoryStore()
  const clock = { now: Date.now }
  const first = await getSigningSecret(store, clock)
  expect(await getSigningSecret(store, clock)).toEqual(first)
  expect(first.secret).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/)
  const headers = toSignedHeaders(first, 'alert_1', body, Date.now())
  expect(new Webhook(first.secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(first.secret).verify(`${body} `, headers)).toThrow()

  const second = await rotateSigningSecret(store, clock, 60_000)
  expect(second.secret).not.toBe(first.secret)
  const both = toSignedHeaders(second, 'alert_1', body, Date.now())
  for (const { secret } of [first, second]) new Webhook(secret).verify(body, both)
  const later = toSignedHeaders(second, 'alert_1', body, Date.now() + 61_000)
  expect(later['webhook-signature']).not.toContain(' ')
})

it('has one secret for all who share the store', async () => {
  await using store = createMemoryStore()
  const all = await Promise.all([1, 2, 3].map(() => getSigningSecret(store, { now: Date.now })))
  expect(new Set(all.map(({ secret }) => secret)).size).toBe(1)
})
