import { expect, it } from 'vitest'
import type { Head } from '../poolTypes.ts'
import { ShownHeads } from './shownHeads.ts'

const head = (id: number, provider = 'a'): Head => ({
  number: BigInt(id),
  hash: `0x${id.toString(16).padStart(64, '0')}`,
  parentHash: `0x${'0'.repeat(64)}`,
  timestamp: 0n,
  provider,
  removed: false,
  header: {},
})
const pushed = (shown: Head, nowMs: number) => ({ head: shown, requestedAtMs: nowMs, isPushed: true, nowMs })
const polled = (shown: Head, requestedAtMs: number, nowMs: number) => ({
  head: shown,
  requestedAtMs,
  isPushed: false,
  nowMs,
})
const numbers = (heads: ShownHeads, sinceMs = 0) => heads.since(sinceMs).map(({ number }) => Number(number))

it('stores the latest head of each provider while it is recent', () => {
  const heads = new ShownHeads()
  expect(heads.show(pushed(head(1), 1000))).toBe(true)
  expect(heads.show(pushed(head(2), 2000))).toBe(true)
  expect(heads.show(pushed(head(1, 'b'), 1500))).toBe(true)
  expect(numbers(heads)).toEqual([2, 1])
  expect(numbers(heads, 1600)).toEqual([2])
  heads.drop('a')
  expect(numbers(heads)).toEqual([1])
})

it('ignores the answer to a poll if a newer head was pushed meanwhile', () => {
  const heads = new ShownHeads()
  heads.show(pushed(head(2), 1000))
  expect(heads.show(polled(head(1), 900, 1100))).toBe(false)
  expect(heads.show(polled(head(3), 1050, 1100))).toBe(true)
})

it('ignores late news about an abandoned branch, and pushed heads for a little longer', () => {
  const heads = new ShownHeads()
  heads.show(pushed(head(5), 1000))
  heads.leave([head(5)], 2000)
  expect(numbers(heads)).toEqual([])
  expect(heads.show(polled(head(5), 1900, 2100))).toBe(false)
  expect(heads.show(pushed(head(5), 2400))).toBe(false)
  expect(heads.show(polled(head(5, 'b'), 2100, 2200))).toBe(true)
  expect(heads.show(pushed(head(5), 2600))).toBe(true)
})

it('drops a block without a known parent after three attempts', () => {
  const heads = new ShownHeads()
  heads.show(pushed(head(9), 1000))
  heads.onUnlinked(head(9))
  heads.onLinked(head(8))
  for (let attempt = 0; attempt < 2; attempt += 1) heads.onUnlinked(head(9))
  expect(numbers(heads)).toEqual([9])
  heads.onUnlinked(head(9))
  expect(numbers(heads)).toEqual([])
})
