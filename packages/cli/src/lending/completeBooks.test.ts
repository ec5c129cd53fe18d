import type { BookState, LiquidationScanner } from '@outrigger/defi'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPaint } from '../output/paint.ts'
import { completeBooks } from './completeBooks.ts'

const toBook = (protocol: string, state: BookState['state'], reason: string | null = null): BookState => ({
  protocol,
  state,
  reason,
  progress: 0.5,
  blocks: 100,
  borrowers: 7,
  proof: null,
})

function wait(books: readonly BookState[], patient: boolean, ready: Promise<void> = new Promise(() => {})) {
  const notes: string[] = []
  const output = {
    json: true,
    paint: createPaint({}),
    data() {},
    rows: undefined,
    progress() {},
    note: (line: string) => notes.push(line),
  }
  const scanner = { books: () => books, ready } as Pick<LiquidationScanner, 'books' | 'ready'> as LiquidationScanner
  let end: unknown
  completeBooks(scanner, { output, signal: new AbortController().signal, patient }).then(
    () => {
      end = 'complete'
    },
    (error: unknown) => {
      end = error
    },
  )
  return { notes, end: () => end }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('goes on without those that fail, unless it is patient', async () => {
  const books = [toBook('aave_v3', 'ready'), toBook('morpho', 'failed', 'pruned')]
  const [hasty, patient] = [wait(books, false), wait(books, true)]
  await vi.advanceTimersByTimeAsync(5_000)
  expect(hasty.end()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(20_000)
  expect([hasty.end(), patient.end()]).toEqual(['complete', undefined])
})

it('waits for whoever comes further, and fails where all fail', async () => {
  const building = wait([toBook('aave_v3', 'building'), toBook('morpho', 'failed', 'pruned')], false)
  const failed = wait([toBook('morpho', 'failed', 'pruned')], false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(building.end()).toBeUndefined()
  expect(failed.end()).toMatchObject({ code: 'BOOKS_UNAVAILABLE', message: expect.stringContaining('pruned') })
})

it('tells what speaks against a complete book', async () => {
  const { notes, end } = wait([toBook('spark', 'ready', 'half is missing')], false, Promise.resolve())
  await vi.advanceTimersByTimeAsync(0)
  expect([end(), notes]).toEqual(['complete', ['spark: half is missing']])
})
