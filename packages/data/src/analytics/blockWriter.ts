import type { Store } from '@outrigger/core'
import { type Draft, findGaps } from '@outrigger/core/internal'
import type { BlockActivity } from './blockActivity.ts'
import { type CounterDraft, createCounterDraft, createCounterStore, toCountedBlock } from './counterDraft.ts'
import type { CounterState } from './counterState.ts'
import { dropAbove, takeBlocks } from './takeBlocks.ts'

type Parts = {
  readonly store: Store
  readonly chain: string
  /** Reads a block. Returns null if it does not exist. `nearTime` is the time of a nearby block in unix seconds. */
  readonly read: (number: number, nearTime: number) => Promise<BlockActivity | null>
  /** Unix seconds. */
  readonly now: () => number
}

/** Reads blocks and stores their counts. Calls must not overlap. */
export type BlockWriter = {
  state(): Promise<CounterState>
  /** Runs reads on one revision of the store. */
  read<value>(read: (draft: CounterDraft, state: CounterState) => Promise<value>): Promise<value>
  /** Reads blocks, in any order. Returns the number of blocks that exist. */
  take(numbers: readonly number[], nearTime: number): Promise<number>
  /** Removes the blocks above a head. */
  drop(head: number): Promise<void>
  /** Fills gaps above the settled blocks. Such gaps come from a reorganization below the head or from a short pause. */
  fillRecent(from: number, to: number): Promise<void>
  /** Removes, newest first, the blocks that left the chain while the process was not running. */
  dropLeft(): Promise<void>
}

/** Number of blocks read at the same time. */
const parallel = 8
/** Maximum number of recent gaps to fill. It is more than a reorganization causes. */
const mostRecent = 300

export function createBlockWriter({ store, chain, read, now }: Parts): BlockWriter {
  const series = createCounterStore(store, chain)
  const toDraft = (draft: Draft) => createCounterDraft(store, chain, draft)

  async function take(numbers: readonly number[], nearTime: number): Promise<number> {
    const found: BlockActivity[] = []
    for (let index = 0; index < numbers.length; index += parallel) {
      const some = await Promise.all(numbers.slice(index, index + parallel).map((number) => read(number, nearTime)))
      found.push(...some.filter((one) => one !== null))
    }
    const blocks = found.map(toCountedBlock).sort((a, b) => a.number - b.number)
    await series.change((draft, state) => takeBlocks(state, blocks, toDraft(draft), now()))
    return found.length
  }

  const drop = (head: number) =>
    series.change(async (draft, state) => (state.newest > head ? dropAbove(state, head, toDraft(draft)) : null))

  async function isNewestLeft({ newest, settledTo, settledHash }: CounterState): Promise<boolean> {
    const known = await series.read((draft) => toDraft(draft).readBlock(newest))
    const hash = newest === settledTo ? settledHash : known?.hash
    return Boolean(hash) && (await read(newest, known?.timestamp ?? 0))?.hash !== hash
  }

  return {
    state: series.state,
    read: (ask) => series.read((draft, state) => ask(toDraft(draft), state)),
    take,
    drop,
    async fillRecent(from, to) {
      for (let tries = 0; tries < mostRecent; tries += 1) {
        const { ranges, settledTo } = await series.state()
        const gap = findGaps(ranges, { from: Math.max(from, settledTo + 1), to }).at(-1)
        if (gap === undefined || (await take([gap.to], now())) === 0) return
      }
    },
    async dropLeft() {
      for (let state = await series.state(); state.newest >= 0; state = await series.state()) {
        if (!(await isNewestLeft(state))) return
        await drop(state.newest - 1)
      }
    },
  }
}
