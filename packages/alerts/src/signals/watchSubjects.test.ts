import { createMemoryStore } from '@outrigger/core'
import { afterEach, expect, it, vi } from 'vitest'
import type { Subject } from '../alert.ts'
import type { Cursor, Reading, ReadingOrder } from '../rules/step.ts'
import { type SubjectWatch, watchSubjects } from './watchSubjects.ts'

const subject: Subject = { type: 'gas', metric: 'standard', chain: 'base', symbol: null }
const at = (block: number): Reading => ({ value: block, block, atMs: block * 2_000 })
const readings = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => at(from + index))

let watch: SubjectWatch
afterEach(() => watch.close())

function start(replay: (since: Cursor) => Promise<readonly Reading[]>) {
  const seen: [block: number | undefined, order: ReadingOrder][] = []
  const errors: unknown[] = []
  const asked: Cursor[] = []
  let emit: (reading: Reading) => void = () => {}
  watch = watchSubjects({
    store: createMemoryStore(),
    source: {
      watch(_, tell) {
        emit = tell
        return () => {}
      },
      replay(_, since) {
        asked.push(since)
        return replay(since)
      },
    },
    onReading: (_, { block }, order) => void seen.push([block, order]),
    onReplayError: (_, error) => void errors.push(error),
    onStoreError: (error) => void errors.push(error),
    toFences: () => [],
    isSettled: () => true,
  })
  watch.set([subject])
  return { seen, errors, asked, emit: (reading: Reading) => emit(reading) }
}

it('replays the blocks of an outage before it continues', async () => {
  const { seen, asked, emit } = start(async ({ block = 0 }) => readings(block + 1, 31))
  emit(at(1))
  await vi.waitFor(() => expect(seen).toHaveLength(1))
  // Single missing blocks are usual on fast chains.
  emit(at(3))
  emit(at(30))
  emit(at(31))
  emit(at(32))
  await vi.waitFor(() => expect(seen.at(-1)).toEqual([32, 'next']))
  expect(asked).toEqual([at(3)])
  const live = seen.filter(([, order]) => order !== 'replayed').map(([block]) => block)
  expect(live).toEqual([1, 3, 32])
  const replayed = seen.filter(([, order]) => order === 'replayed').map(([block]) => block)
  expect(replayed).toEqual([...readings(4, 31).map(({ block }) => block), 30, 31])
})

it('marks blocks that repeat', async () => {
  const { seen, emit } = start(async () => [])
  emit(at(7))
  await vi.waitFor(() => expect(seen).toHaveLength(1))
  for (const block of [8, 8, 6, 7]) emit(at(block))
  expect(seen.map(([, order]) => order)).toEqual(['next', 'next', 'again', 'again', 'next'])
})

it('continues if the history cannot be read, and reports it', async () => {
  const { seen, errors, emit } = start(() => Promise.reject(new RangeError('nobody answers')))
  emit(at(1))
  await vi.waitFor(() => expect(seen).toHaveLength(1))
  emit(at(40))
  await vi.waitFor(() =>
    expect(seen).toEqual([
      [1, 'next'],
      [40, 'next'],
    ]),
  )
  expect(errors).toEqual([expect.objectContaining({ message: 'nobody answers' })])
  emit(at(41))
  expect(seen.at(-1)).toEqual([41, 'next'])
})
