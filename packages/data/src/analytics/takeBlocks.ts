import { addRange, dropBefore, includesBlock, removeSpan } from '@outrigger/core/internal'
import { addCounts, type Counts, fromStored, type StoredCounts, toStored } from './compute/counts.ts'
import { createSketch, mergeSketchText, toSketchText } from './compute/sketch.ts'
import type { CountedBlock, CounterDraft } from './counterDraft.ts'
import { type CounterState, noCounters, settleBatch, settledDepth } from './counterState.ts'
import { barsPerDocument, documentOf, type Level, levels, longestSeconds, startOf } from './resolutions.ts'

/** Maximum number of documents of a level to delete at a time. */
const mostForgotten = 50

/**
 * Counts each block once. Known blocks are skipped, and a block with another hash replaces the known block. A known
 * neighbor that is not the parent or child of a block belongs to an abandoned branch. Such a neighbor is removed and
 * leaves a gap.
 *
 * @param now unix seconds
 */
export async function takeBlocks(
  before: CounterState,
  blocks: readonly CountedBlock[],
  draft: CounterDraft,
  now: number,
): Promise<CounterState> {
  let state = before
  const late: CountedBlock[] = []
  for (const block of blocks) {
    if (await isOfAnotherChain(state, block)) {
      await draft.forgetAll()
      state = { ...noCounters, revision: state.revision }
    }
    if (block.number <= state.settledTo) {
      if (includesBlock(state.ranges, block.number)) continue
      late.push(block)
    } else {
      const known = await draft.readBlock(block.number)
      if (known?.hash === block.hash) continue
      if (known !== undefined) state = await dropBlock(state, block.number, draft)
      state = await dropStrangers(state, block, draft)
      draft.writeBlock(block.number, block)
    }
    const at = { from: block.number, to: block.number, fromTime: block.timestamp, toTime: block.timestamp }
    state = { ...state, ranges: addRange(state.ranges, at), newest: Math.max(state.newest, block.number) }
  }
  return settle(state, late, draft, now)
}

/**
 * Removes the blocks above a head, because they left the chain. Removes everything if the head is below the blocks that are kept
 * individually.
 */
export async function dropAbove(state: CounterState, head: number, draft: CounterDraft): Promise<CounterState> {
  if (head < state.settledTo) {
    await draft.forgetAll()
    return { ...noCounters, revision: state.revision }
  }
  let next = state
  for (let number = state.newest; number > head; number -= 1) next = await dropBlock(next, number, draft)
  return next
}

/** Returns whether a block's parent differs from the last block in the bars. */
const isOfAnotherChain = async ({ ranges, settledTo, settledHash }: CounterState, block: CountedBlock) =>
  block.number === settledTo + 1 && includesBlock(ranges, settledTo) && !isChild(block, settledHash)

/** Returns whether a block is the child of another. Solana slots without a block have no hash. */
const isChild = ({ hash, parentHash }: Pick<CountedBlock, 'hash' | 'parentHash'>, parent: string) =>
  parent === '' || hash === '' || parentHash === null || parentHash === parent

async function dropStrangers(state: CounterState, block: CountedBlock, draft: CounterDraft): Promise<CounterState> {
  const [parent, child] = await Promise.all([draft.readBlock(block.number - 1), draft.readBlock(block.number + 1)])
  let next = state
  if (parent !== undefined && !isChild(block, parent.hash)) next = await dropBlock(next, parent.number, draft)
  if (child !== undefined && !isChild(child, block.hash)) next = await dropBlock(next, child.number, draft)
  return next
}

async function dropBlock(state: CounterState, number: number, draft: CounterDraft): Promise<CounterState> {
  if (!includesBlock(state.ranges, number)) return state
  const edges = await Promise.all([number - 1, number + 1].map((one) => draft.readBlock(one)))
  draft.writeBlock(number, undefined)
  const timeOf = (edge: number) => edges.find((one) => one?.number === edge)?.timestamp
  const ranges = removeSpan(state.ranges, { from: number, to: number }, (edge) => timeOf(edge) ?? state.settledTime)
  return { ...state, ranges, newest: ranges.at(-1)?.to ?? -1 }
}

/** Moves blocks that are deep enough into the bars, including blocks that were counted late. */
async function settle(
  state: CounterState,
  late: readonly CountedBlock[],
  draft: CounterDraft,
  now: number,
): Promise<CounterState> {
  const target = Math.max(0, state.newest - settledDepth)
  const isFirst = state.settledTo < 0
  const isDue = isFirst || target - state.settledTo >= settleBatch
  const settledTo = isDue ? target : state.settledTo
  const settling: CountedBlock[] = []
  let { settledHash, settledTime } = state
  if (isDue)
    for (let number = Math.max(state.settledTo + 1, state.ranges[0]?.from ?? 0); number <= settledTo; number += 1) {
      const block = includesBlock(state.ranges, number) ? await draft.readBlock(number) : undefined
      settledHash = block?.hash ?? ''
      if (block === undefined) continue
      settledTime = block.timestamp
      settling.push(block)
      draft.writeBlock(number, undefined)
    }
  await foldIntoBars([...late, ...settling], draft, now)
  return forgetOld({ ...state, settledTo, settledHash, settledTime }, draft, now)
}

async function foldIntoBars(blocks: readonly CountedBlock[], draft: CounterDraft, now: number): Promise<void> {
  for (const level of levels) {
    const sums = new Map<number, { counts: Counts; sketches: string[] }>()
    for (const { timestamp, counts, sketch } of blocks) {
      if (timestamp < now - level.keptSeconds) continue
      const start = startOf(level, timestamp)
      const known = sums.get(start)
      if (known === undefined) sums.set(start, { counts, sketches: [sketch] })
      else {
        known.counts = addCounts(known.counts, counts)
        known.sketches.push(sketch)
      }
    }
    for (const [start, { counts, sketches }] of sums) {
      await addToBar(level, start, counts, draft)
      const all = createSketch()
      for (const text of [...sketches, (await draft.readSketch(level, start)) ?? 's']) mergeSketchText(all, text)
      draft.writeSketch(level, start, toSketchText(all))
    }
  }
}

async function addToBar(level: Level, start: number, counts: Counts, draft: CounterDraft): Promise<void> {
  const document = documentOf(level, start)
  const bars = await draft.readBars(level, document)
  const known = bars.find(([own]) => own === start)
  const added: StoredCounts = toStored(start, known === undefined ? counts : addCounts(fromStored(known), counts))
  const others = bars.filter(([own]) => own !== start)
  draft.writeBars(
    level,
    document,
    [...others, added].sort(([a], [b]) => a - b),
  )
}

function forgetOld(state: CounterState, draft: CounterDraft, now: number): CounterState {
  const firstDocuments = levels.map((level, place) =>
    dropBefore(documentOf(level, now - level.keptSeconds), {
      first: state.firstDocuments[place] ?? -1,
      most: mostForgotten,
      drop(document) {
        draft.writeBars(level, document, undefined)
        for (let index = 0; index < barsPerDocument; index += 1)
          draft.writeSketch(level, (document * barsPerDocument + index) * level.seconds, undefined)
      },
    }),
  )
  return { ...state, firstDocuments, ranges: state.ranges.filter(({ toTime }) => toTime >= now - longestSeconds) }
}
