import type { BookState } from '@outrigger/defi'
import { expect, it } from 'vitest'
import { keepRecent, type Searched, toProgressLine, toSearched } from './bookProgress.ts'

const book = (progress: number, blocks: number, borrowers = 0): BookState => ({
  protocol: 'aave_v3',
  state: 'building',
  progress,
  blocks,
  borrowers,
  reason: null,
  proof: null,
})

it('claims no share and no borrowers before a search has begun', () => {
  const books = [book(0, 0)]
  expect(toProgressLine(books, [toSearched(books, 0)])).toBe('requesting contracts and logs · aave_v3 begins')
})

it('tells how fast hours of work go and when they end', () => {
  let recent: readonly Searched[] = []
  for (let second = 0; second <= 100; second += 10) {
    const books = [book(second / 1000, 10_000_000, second * 7)]
    recent = keepRecent(recent, toSearched(books, second * 1000))
    if (second === 0) expect(toProgressLine(books, recent)).toBe('0.0 % of 10,000,000 blocks · aave_v3 0.0 %')
    if (second === 100)
      expect(toProgressLine(books, recent)).toBe(
        '10.0 % of 10,000,000 blocks, 10,000 a second, 15:00 left · aave_v3 10.0 %, 700 borrowers',
      )
  }
  expect(recent.length).toBeLessThan(9)
})

it('tells what fails, and what is complete', () => {
  const books = [
    { ...book(1, 500, 25), state: 'ready' as const },
    { ...book(0, 500), state: 'failed' as const, reason: 'pruned' },
  ]
  expect(toProgressLine(books, [toSearched(books, 0)])).toBe(
    '50.0 % of 1,000 blocks · aave_v3 25 borrowers · aave_v3: pruned',
  )
})
