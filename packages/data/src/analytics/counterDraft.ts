import type { Store } from '@outrigger/core'
import { createSeriesStore, type Draft, type SeriesStore, toLevelKey, toSeriesKey } from '@outrigger/core/internal'
import type { BlockActivity } from './blockActivity.ts'
import { type Counts, fromStored, type StoredCounts, toStored } from './compute/counts.ts'
import { addText, createSketch, toSketchText } from './compute/sketch.ts'
import { type CounterState, noCounters } from './counterState.ts'
import { documentOf, type Level } from './resolutions.ts'

/** A counted block that a reorganization may still undo. */
export type CountedBlock = {
  readonly number: number
  readonly hash: string
  readonly parentHash: string | null
  readonly timestamp: number
  readonly counts: Counts
  /** Sketch of its addresses. */
  readonly sketch: string
}

type StoredBlock = readonly [hash: string, parentHash: string | null, sketch: string, counts: StoredCounts]

const collection = 'counters'

export const createCounterStore = (store: Store, chain: string): SeriesStore<CounterState> =>
  createSeriesStore(store, { collection, key: chain, empty: noCounters })

/** The stored documents of one chain's counters. */
export type CounterDraft = {
  readBlock(number: number): Promise<CountedBlock | undefined>
  writeBlock(number: number, block: CountedBlock | undefined): void
  readBars(level: Level, document: number): Promise<readonly StoredCounts[]>
  /** Reads the documents between two times, ascending. */
  readSpan(level: Level, from: number, to: number): Promise<readonly StoredCounts[]>
  writeBars(level: Level, document: number, bars: readonly StoredCounts[] | undefined): void
  readSketch(level: Level, start: number): Promise<string | undefined>
  writeSketch(level: Level, start: number, sketch: string | undefined): void
  forgetAll(): Promise<void>
}

export function createCounterDraft(store: Store, chain: string, draft: Draft): CounterDraft {
  const names = ['blocks', 'bars', 'sketches'].map((name) => `${collection}:${chain}:${name}`)
  const [blocks, bars, sketches] = names as [string, string, string]
  const readBars = async (level: Level, document: number) =>
    (await draft.get<readonly StoredCounts[]>(bars, toLevelKey(level, document))) ?? []
  return {
    async readBlock(number) {
      const stored = await draft.get<StoredBlock>(blocks, toSeriesKey(number))
      if (stored === undefined) return undefined
      const [hash, parentHash, sketch, counts] = stored
      return { number, hash, parentHash, timestamp: counts[0], sketch, counts: fromStored(counts) }
    },
    writeBlock(number, block) {
      const { hash, parentHash, sketch, timestamp, counts } = block ?? {}
      const stored = counts && [hash, parentHash, sketch, toStored(timestamp as number, counts)]
      draft.write(blocks, toSeriesKey(number), stored)
    },
    readBars,
    async readSpan(level, from, to) {
      const [first, last] = [documentOf(level, from), documentOf(level, to)]
      const documents = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
      const found = await Promise.all(documents.map((document) => readBars(level, document)))
      return found.flat().filter(([start]) => start + level.seconds > from && start < to)
    },
    writeBars: (level, document, value) => draft.write(bars, toLevelKey(level, document), value),
    readSketch: (level, start) => draft.get<string>(sketches, toLevelKey(level, start)),
    writeSketch: (level, start, sketch) => draft.write(sketches, toLevelKey(level, start), sketch),
    async forgetAll() {
      for (const name of names)
        for (const { key } of await store.collection(name).list()) draft.write(name, key, undefined)
    },
  }
}

export function toCountedBlock(activity: BlockActivity): CountedBlock {
  const { number, hash, parentHash, timestamp, transactions, volume, gasUsed, newWallets, isVerified } = activity
  const sketch = createSketch()
  for (const address of activity.addresses) addText(sketch, address)
  return {
    number,
    hash,
    parentHash,
    timestamp,
    sketch: toSketchText(sketch),
    counts: {
      blocks: 1,
      firstBlock: number,
      lastBlock: number,
      transactions,
      volume,
      gasUsed,
      newWallets,
      unverified: isVerified ? 0 : 1,
    },
  }
}
