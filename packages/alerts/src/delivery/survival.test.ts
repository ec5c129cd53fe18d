import { expect, it } from 'vitest'
import { survive } from './fixtures/survival.ts'

it('loses no notification with kill -9 and a receiver that is down a third of the time', async () => {
  const { lost, otherBody, unverified, triggers } = await survive({ kills: 6, triggers: 300, intervalMs: 10 })
  expect({ lost, otherBody, unverified, triggers }).toEqual({ lost: 0, otherBody: 0, unverified: 0, triggers: 300 })
})
