import type { MempoolEvent } from '@outrigger/mempool'
import { expect, it } from 'vitest'
import { addLatest } from './lifecycles.ts'

it('keeps the few failures although many transactions are mined after them', () => {
  const latest = new Map()
  const add = (kind: string, atMs: number) =>
    addLatest(latest, { atMs, transition: { kind } } as unknown as MempoolEvent)
  add('failed', 0)
  for (let atMs = 1; atMs <= 120; atMs += 1) add('mined', atMs)
  const toTimes = (kind: string) => latest.get(kind).map(({ atMs }: MempoolEvent) => atMs)
  expect(toTimes('failed')).toEqual([0])
  expect(toTimes('mined')).toEqual(Array.from({ length: 50 }, (_, index) => 120 - index))
})
