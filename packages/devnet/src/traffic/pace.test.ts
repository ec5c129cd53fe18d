import { expect, it } from 'vitest'
import { addCredit, type Credit } from './pace.ts'

it('adds up to the rate over time, also below one action per second', () => {
  let credit: Credit = { actions: 0, atMs: 0 }
  let played = 0
  for (let nowMs = 20; nowMs <= 10_000; nowMs += 20) {
    credit = addCredit(credit, 0.5, nowMs)
    if (credit.actions < 1) continue
    played += 1
    credit = { ...credit, actions: credit.actions - 1 }
  }
  expect(played).toBe(5)
})

it('catches up at most a quarter of a second', () => {
  expect(addCredit({ actions: 0, atMs: 0 }, 100, 60_000).actions).toBe(25)
  expect(addCredit({ actions: 0, atMs: 0 }, 1, 60_000).actions).toBe(1)
})
