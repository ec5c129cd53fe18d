import type { ChainProfile } from '@outrigger/core'
import { addRange, type BlockRange, dropBefore, includesBlock, removeSpan, type Span } from '@outrigger/core/internal'
import type { BlockFees } from './blockFees.ts'
import { addBars } from './compute/bars.ts'
import { groupBy } from './compute/groupBy.ts'
import { quoteWindowBlocks } from './compute/pastTiers.ts'
import { quoteBlocks, toBars } from './compute/quotedBars.ts'
import { chunkOf, dropBlocks, hasOtherTips, isSameBlock, putBlocks } from './compute/rawBlocks.ts'
import { keptBlocks, type SeriesState, settledDepth, settleEverySeconds } from './compute/seriesState.ts'
import { levels, longestSeconds } from './resolutions.ts'
import { documentOf, type SeriesDraft } from './seriesDraft.ts'

type Chain = Pick<ChainProfile, 'feeModel' | 'blockTimeMs'>
type Writing = { readonly draft: SeriesDraft; readonly chain: Chain; readonly now: number }

/** Maximum number of documents that one change deletes. */
const mostDeleted = 500

export const emptySeries: SeriesState = {
  revision: 0,
  ranges: [],
  settledTo: -1,
  newest: -1,
  firstChunk: -1,
  firstDocuments: [],
}

/**
 * Stores blocks, which must be in ascending order. Known blocks are skipped, except the blocks in `replaced`. New
 * blocks are stored individually and added to the bars once they are final. Old blocks and bars are deleted.
 */
export async function takeBlocks(
  state: SeriesState,
  blocks: readonly BlockFees[],
  replaced: readonly BlockFees[],
  { draft, chain, now }: Writing,
): Promise<SeriesState> {
  const oldestTime = now - longestSeconds
  const fresh = blocks.filter(
    ({ number, timestamp }) => timestamp >= oldestTime && !includesBlock(state.ranges, Number(number)),
  )
  const all = [...fresh, ...replaced]
  const newest = Math.max(state.newest, ...all.map(({ number }) => Number(number)))
  const firstKept = newest - keptBlocks
  await putInChunks(
    all.filter(({ number }) => Number(number) > firstKept),
    draft,
  )
  const ranges = toRanges(fresh).reduce(addRange, state.ranges)
  const settledTo = computeSettledTo(state, newest, chain)
  const late = fresh.filter(({ number }) => Number(number) <= settledTo)
  const lateNumbers = new Set(late.map(({ number }) => number))
  const settling: BlockFees[] = []
  if (settledTo > state.settledTo && state.settledTo >= 0)
    for (const span of knownSpans(ranges, { from: state.settledTo + 1, to: settledTo }))
      for (const block of await draft.readBlocks(span.from, span.to))
        if (!lateNumbers.has(block.number)) settling.push(block)
  await foldIntoBars([...late, ...settling].sort(byNumber), { draft, chain, now })
  return deleteOld({ ...state, ranges, settledTo, newest }, { draft, chain, now })
}

/**
 * Stores a node's newest blocks, ascending and without gaps. Blocks of a reorg replace known ones. Blocks that the reorg
 * removed without replacement are deleted and become a gap.
 */
export async function takeHead(
  before: SeriesState,
  window: readonly BlockFees[],
  writing: Writing,
): Promise<SeriesState> {
  const low = Number((window[0] as BlockFees).number)
  const head = Number((window.at(-1) as BlockFees).number)
  let state = before
  // The chain restarted, as a local chain does, so the known blocks belong to another chain.
  if (head < state.settledTo && (window.at(-1) as BlockFees).timestamp > (state.ranges.at(-1)?.toTime ?? 0)) {
    await writing.draft.deleteAll()
    state = { ...emptySeries, revision: state.revision }
  }
  const known = new Map(
    (await writing.draft.readBlocks(Math.max(low, state.settledTo + 1), head)).map((block) => [block.number, block]),
  )
  const differsFromKnown = (block: BlockFees, differs: (a: BlockFees, b: BlockFees) => boolean) => {
    const old = known.get(block.number)
    return old !== undefined && differs(old, block)
  }
  const first = window.find((block) => differsFromKnown(block, (a, b) => !isSameBlock(a, b)))
  const replaced = window.filter((block) => differsFromKnown(block, (a, b) => !isSameBlock(a, b) || hasOtherTips(a, b)))
  if (first !== undefined) {
    const lowest = [...known.keys()][0]
    // The reorg may have begun before the oldest block of the window.
    if (first.number === lowest && low > state.settledTo + 1)
      state = await dropSpan(state, { from: state.settledTo + 1, to: low - 1 }, writing.draft)
    if (head < state.newest) state = await dropSpan(state, { from: head + 1, to: state.newest }, writing.draft)
  }
  return takeBlocks(state, window, replaced, writing)
}

async function dropSpan(state: SeriesState, span: Span, draft: SeriesDraft): Promise<SeriesState> {
  const edges = new Map(
    (await draft.readBlocks(span.from - 1, span.to + 1)).map((block) => [Number(block.number), block]),
  )
  const ranges = removeSpan(state.ranges, span, (number) => edges.get(number)?.timestamp ?? 0)
  for (let index = chunkOf(span.from); index <= chunkOf(span.to); index += 1) {
    const chunk = await draft.readChunk(index)
    if (chunk !== undefined) draft.writeChunk(index, dropBlocks(chunk, index, span))
  }
  return { ...state, ranges, newest: ranges.at(-1)?.to ?? -1 }
}

function computeSettledTo({ settledTo, newest: before }: SeriesState, newest: number, { blockTimeMs }: Chain): number {
  const target = Math.max(0, newest - settledDepth)
  if (before < 0) return target
  const batch = Math.min(keptBlocks / 4, Math.max(32, (settleEverySeconds * 1000) / blockTimeMs))
  return target - settledTo >= batch ? target : settledTo
}

async function putInChunks(blocks: readonly BlockFees[], draft: SeriesDraft): Promise<void> {
  const byChunk = groupBy(blocks, ({ number }) => chunkOf(Number(number)))
  for (const [index, some] of byChunk) draft.writeChunk(index, putBlocks(await draft.readChunk(index), some))
}

/** Adds blocks, in ascending order, to the bars of every level whose retention includes them. */
async function foldIntoBars(blocks: readonly BlockFees[], { draft, chain, now }: Writing): Promise<void> {
  const first = blocks[0]
  if (first === undefined) return
  const before = await draft.readBlocks(Number(first.number) - quoteWindowBlocks, Number(first.number) - 1)
  const quoted = quoteBlocks(chain, blocks, before)
  for (const level of levels) {
    const kept = quoted.filter(({ block }) => block.timestamp >= now - level.keptSeconds)
    const byDocument = groupBy(toBars(kept, level.seconds), ([start]) => documentOf(level, start))
    for (const [document, bars] of byDocument)
      draft.writeBars(level, document, addBars(await draft.readBars(level, document), bars))
  }
}

function deleteOld(state: SeriesState, { draft, now }: Writing): SeriesState {
  const { ranges, newest } = state
  const firstChunk = dropBefore(chunkOf(Math.max(0, newest - keptBlocks)), {
    first: state.firstChunk,
    most: mostDeleted,
    drop: (index) => draft.writeChunk(index, undefined),
  })
  const firstDocuments = levels.map((level, place) =>
    dropBefore(documentOf(level, now - level.keptSeconds), {
      first: state.firstDocuments[place] ?? -1,
      most: mostDeleted,
      drop: (document) => draft.writeBars(level, document, undefined),
    }),
  )
  const kept = ranges.filter(({ toTime }) => toTime >= now - longestSeconds)
  return { ...state, ranges: kept, firstChunk, firstDocuments }
}

function knownSpans(ranges: readonly BlockRange[], { from, to }: Span): readonly Span[] {
  return ranges
    .filter((range) => range.to >= from && range.from <= to)
    .map((range) => ({ from: Math.max(from, range.from), to: Math.min(to, range.to) }))
}

/** Groups ascending blocks into ranges without gaps. */
function toRanges(blocks: readonly BlockFees[]): readonly BlockRange[] {
  const ranges: BlockRange[] = []
  for (const { number, timestamp } of blocks) {
    const own = Number(number)
    const last = ranges.at(-1)
    if (last !== undefined && last.to + 1 === own) ranges[ranges.length - 1] = { ...last, to: own, toTime: timestamp }
    else ranges.push({ from: own, to: own, fromTime: timestamp, toTime: timestamp })
  }
  return ranges
}

const byNumber = (a: BlockFees, b: BlockFees) => Number(a.number - b.number)
