import { OutriggerError, type Store } from '@outrigger/core'
import type { BlockFees } from './blockFees.ts'
import type { BarSums } from './compute/bars.ts'
import { type Chunk, chunkOf, toBlocks } from './compute/rawBlocks.ts'
import { barsPerDocument, type SeriesState } from './compute/seriesState.ts'
import type { Level } from './resolutions.ts'

/** Another process changed the series meanwhile: what was drafted on the old one is to be drafted again. */
export class StaleDraftError extends OutriggerError {
  readonly code = 'STALE_DRAFT'
  override readonly retryable = true
}

const toKey = (index: number) => String(index).padStart(12, '0')
const toBarsKey = ({ resolution }: Level, document: number) => `${resolution}/${toKey(document)}`

export const documentOf = ({ seconds }: Level, time: number): number => Math.floor(time / (seconds * barsPerDocument))

/** Changes of one chain's series that are written together or not at all. Reads see what was drafted before. */
export type SeriesDraft = {
  readState(): Promise<SeriesState | undefined>
  readChunk(index: number): Promise<Chunk | undefined>
  writeChunk(index: number, chunk: Chunk | undefined): void
  /** Known blocks from one number to another, both included. */
  readBlocks(from: number, to: number): Promise<readonly BlockFees[]>
  readBars(level: Level, document: number): Promise<readonly BarSums[]>
  writeBars(level: Level, document: number, bars: readonly BarSums[] | undefined): void
  /** Drafts the removal of every block and bar. */
  forgetAll(): Promise<void>
  /** @throws {StaleDraftError} */
  commit(state: SeriesState): Promise<void>
}

export function createSeriesDraft(store: Store, chain: string): SeriesDraft {
  const names = { state: 'fees', blocks: `fees:${chain}:blocks`, bars: `fees:${chain}:bars` }
  const chunks = store.collection<Chunk>(names.blocks)
  const bars = store.collection<readonly BarSums[]>(names.bars)
  const written = new Map<string, { collection: string; key: string; value: unknown }>()
  let read: SeriesState | undefined

  const write = (collection: string, key: string, value: unknown) =>
    void written.set(`${collection}/${key}`, { collection, key, value })
  async function get<value>(collection: string, key: string, stored: { get(key: string): Promise<value | undefined> }) {
    const draft = written.get(`${collection}/${key}`)
    return draft === undefined ? stored.get(key) : (draft.value as value | undefined)
  }
  const readChunk = (index: number) => get(names.blocks, toKey(index), chunks)

  return {
    async readState() {
      read = await store.collection<SeriesState>(names.state).get(chain)
      return read
    },
    readChunk,
    writeChunk: (index, chunk) => write(names.blocks, toKey(index), chunk),
    async readBlocks(from, to) {
      const found: BlockFees[] = []
      for (let index = chunkOf(Math.max(0, from)); index <= chunkOf(to); index += 1)
        for (const block of toBlocks(await readChunk(index), index))
          if (block.number >= from && block.number <= to) found.push(block)
      return found
    },
    readBars: async (level, document) => (await get(names.bars, toBarsKey(level, document), bars)) ?? [],
    writeBars: (level, document, value) => write(names.bars, toBarsKey(level, document), value),
    async forgetAll() {
      for (const { key } of await chunks.list()) write(names.blocks, key, undefined)
      for (const { key } of await bars.list()) write(names.bars, key, undefined)
    },
    async commit(state) {
      await store.commit([
        {
          collection: names.state,
          key: chain,
          change(current) {
            if ((current as SeriesState | undefined)?.revision !== read?.revision)
              throw new StaleDraftError('Another process wrote the fee history meanwhile.')
            return { ...state, revision: (read?.revision ?? 0) + 1 }
          },
        },
        ...[...written.values()].map(({ collection, key, value }) => ({ collection, key, change: () => value })),
      ])
    },
  }
}
