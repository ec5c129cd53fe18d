import type { Store } from '@outrigger/core'
import { type Draft, findGaps } from '@outrigger/core/internal'
import type { BlockActivity } from './blockActivity.ts'
import { type CounterDraft, createCounterDraft, createCounterStore, toCountedBlock } from './counterDraft.ts'
import type { CounterState } from './counterState.ts'
import { dropAbove, takeBlocks } from './takeBlocks.ts'

type Parts = {
  readonly store: Store
  readonly chain: string
  /** Null for a block that is not there. `nearTime` is when one near it was, in unix seconds. */
  readonly read: (number: number, nearTime: number) => Promise<BlockActivity | null>
  /** Unix seconds. */
  readonly now: () => number
}

/** Reads blocks and writes what they count. Calls must not overlap. */
export type BlockWriter = {
  state(): Promise<CounterState>
  /** Reads of one revision of the store. */
  read<value>(read: (draft: CounterDraft, state: CounterState) => Promise<value>): Promise<value>
  /** Reads blocks, in any order; returns how many there were. */
  take(numbers: readonly number[], nearTime: number): Promise<number>
  /** Takes out what is above a head. */
  drop(head: number): Promise<void>
  /** Fills gaps above what is settled: what a reorganisation has put below the head, or a short pause left out. */
  fillRecent(from: number, to: number): Promise<void>
  /** Takes out, from the newest down, what is not of the chain any more: it was left while nobody looked. */
  dropLeft(): Promise<void>
}

/** Blocks that are read at once. */
const parallel = 8
/** More gaps than a reorganisation leaves. */
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
