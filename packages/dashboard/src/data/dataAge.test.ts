import { expect, it } from 'vitest'
import { toAge } from './dataAge.ts'

const nowMs = 1_000_000
const fine = { readMs: nowMs - 1000, headMs: nowMs - 9000, isFailing: false, isOut: false, staleMs: 15_000, nowMs }

it('is the age of the newest block, or of an older response', () => {
  expect(toAge(fine)).toEqual({ text: '9 s ago', isStale: false })
  expect(toAge({ ...fine, readMs: nowMs - 12_000 })).toEqual({ text: '12 s ago', isStale: false })
  expect(toAge({ ...fine, headMs: undefined })).toEqual({ text: '1 s ago', isStale: false })
})

it('is stale after a failed request, after a late response and during an outage', () => {
  expect(toAge({ ...fine, isFailing: true })).toEqual({ text: 'stale, 9 s ago', isStale: true })
  expect(toAge({ ...fine, readMs: nowMs - 16_000 })).toEqual({ text: 'stale, 16 s ago', isStale: true })
  expect(toAge({ ...fine, headMs: nowMs - 240_000, isOut: true })).toEqual({ text: 'stale, 4 min ago', isStale: true })
})

it('is unknown during an outage if the node has seen no block', () => {
  expect(toAge({ ...fine, headMs: undefined, isOut: true })).toEqual({ text: 'unknown', isStale: true })
})
