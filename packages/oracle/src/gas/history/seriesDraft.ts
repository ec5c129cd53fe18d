import type { Store } from '@outrigger/core'
import { type Draft, toLevelKey, toSeriesKey } from '@outrigger/core/internal'
import type { BlockFees } from './blockFees.ts'
import type { BarSums } from './compute/bars.ts'
import { type Chunk, chunkOf, toBlocks } from './compute/rawBlocks.ts'
import { barsPerDocument } from './compute/seriesState.ts'
import type { Level } from './resolutions.ts'

export const documentOf = ({ seconds }: Level, time: number): number => Math.floor(time / (seconds * barsPerDocument))

/** Changes of one chain's series that are written in one transaction. Reads see the values of this draft. */
export type SeriesDraft = {
  readChunk(index: number): Promise<Chunk | undefined>
  writeChunk(index: number, chunk: Chunk | undefined): void
  /** Returns the known blocks from one number to another. Both ends are included. */
  readBlocks(from: number, to: number): Promise<readonly BlockFees[]>
  readBars(level: Level, document: number): Promise<readonly BarSums[]>
  writeBars(level: Level, document: number, bars: readonly BarSums[] | undefined): void
  /** Deletes every block and bar. */
  deleteAll(): Promise<void>
}

export function createSeriesDraft(store: Store, chain: string, draft: Draft): SeriesDraft {
  const names = { blocks: `fees:${chain}:blocks`, bars: `fees:${chain}:bars` }
  const readChunk = (index: number) => draft.get<Chunk>(names.blocks, toSeriesKey(index))
  return {
    readChunk,
    writeChunk: (index, chunk) => draft.write(names.blocks, toSeriesKey(index), chunk),
    async readBlocks(from, to) {
      const found: BlockFees[] = []
      for (let index = chunkOf(Math.max(0, from)); index <= chunkOf(to); index += 1)
        for (const block of toBlocks(await readChunk(index), index))
          if (block.number >= from && block.number <= to) found.push(block)
      return found
    },
    readBars: async (level, document) =>
      (await draft.get<readonly BarSums[]>(names.bars, toLevelKey(level, document))) ?? [],
    writeBars: (level, document, value) => draft.write(names.bars, toLevelKey(level, document), value),
    async deleteAll() {
      for (const name of [names.blocks, names.bars])
        for (const { key } of await store.collection(name).list()) draft.write(name, key, undefined)
    },
  }
}
