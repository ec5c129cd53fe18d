import { addCounts, type Counts, fromStored } from './compute/counts.ts'
import { type Interval, storedFor, toInterval } from './compute/intervals.ts'
import { computeKnown, computeShare, isWithin } from './compute/known.ts'
import { createSketch, estimateDistinct, mergeSketchText } from './compute/sketch.ts'
import type { CounterDraft } from './counterDraft.ts'
import type { CounterState } from './counterState.ts'
import type { CounterBar, CounterCoverage, TimeSpan } from './counterTypes.ts'
import { levelOf } from './resolutions.ts'

export type BarsQuestion = {
  readonly interval: Interval
  /** The span in which the returned bars begin. */
  readonly span: TimeSpan
  readonly withAddresses: boolean
  /** Whether to count `newWallets` by first appearance, on chains without nonces. */
  readonly withFirstSeen: boolean
  /** Newest block of the chain. Null while it is unknown. */
  readonly head: number | null
  /** Time up to which `head` was the newest block, in unix seconds. */
  readonly until: number
  /** Current time in unix seconds. Later time is not a gap. */
  readonly now: number
}

type Piece = {
  readonly time: number
  readonly counts: Counts
  /** Sketch of a block. Null for a stored bar, whose sketch must be read. */
  readonly sketch: string | null
}
type Group = { readonly start: number; readonly end: number; counts: Counts; readonly pieces: Piece[] }

/** Returns the bars of a span. They consist of the stored bars and the newest blocks, which are not in the bars yet. */
export async function readBars(
  draft: CounterDraft,
  state: CounterState,
  question: BarsQuestion,
): Promise<{ readonly bars: readonly CounterBar[]; readonly coverage: CounterCoverage }> {
  const { interval, span, withAddresses, withFirstSeen, head, until, now } = question
  // An address is new only if no earlier block has it, so all earlier blocks are needed.
  const asked = withFirstSeen ? { ...question, span: { ...span, fromTime: 0 } } : question
  const groups: Group[] = []
  for (const piece of await readStored(draft, state, asked)) addPiece(groups, piece, asked)
  for (const piece of await readRecent(draft, state)) addPiece(groups, piece, asked)
  const level = levelOf(storedFor(interval))
  const readSketch = (time: number) => draft.readSketch(level, time)
  const known = computeKnown(state.ranges, head, until)
  const firstSeen = withFirstSeen ? await countFirstSeen(groups, state, readSketch) : null
  const bars: CounterBar[] = []
  for (const [index, { start, end, counts: own, pieces }] of groups.entries()) {
    if (end <= span.fromTime) continue
    const counts = firstSeen === null ? own : { ...own, newWallets: firstSeen[index] ?? null }
    const activeAddresses = withAddresses ? await countDistinct(pieces, readSketch) : null
    bars.push(toBar(counts, { start, end, activeAddresses, isPartial: !isWithin(known, start, end) }))
  }
  return {
    bars,
    coverage: toCoverage(bars, computeShare(known, { ...span, toTime: Math.min(span.toTime, now) }), span),
  }
}

type Around = { readonly start: number; readonly end: number } & Pick<CounterBar, 'activeAddresses' | 'isPartial'>

// A year of hours calls this 8,760 times. Spreading the counts would take most of the time of an answer.
const toBar = (counts: Counts, { start, end, activeAddresses, isPartial }: Around): CounterBar => ({
  timestamp: start,
  end,
  blocks: counts.blocks,
  firstBlock: counts.firstBlock,
  lastBlock: counts.lastBlock,
  transactions: counts.transactions,
  volume: counts.volume,
  gasUsed: counts.gasUsed,
  newWallets: counts.newWallets,
  unverified: counts.unverified,
  activeAddresses,
  isPartial,
})

/** Adds a piece to its group. Pieces arrive almost in order, so the group is among the last. */
function addPiece(groups: Group[], piece: Piece, { interval, span }: BarsQuestion): void {
  let at = groups.length - 1
  while (at >= 0 && (groups[at] as Group).start > piece.time) at -= 1
  const group = groups[at]
  if (group !== undefined && piece.time < group.end) {
    group.counts = addCounts(group.counts, piece.counts)
    group.pieces.push(piece)
    return
  }
  const { start, end } = toInterval(interval, piece.time)
  if (end > span.fromTime && start < span.toTime)
    groups.splice(at + 1, 0, { start, end, counts: piece.counts, pieces: [piece] })
}

async function readStored(
  draft: CounterDraft,
  { ranges }: CounterState,
  { interval, span }: BarsQuestion,
): Promise<readonly Piece[]> {
  const level = levelOf(storedFor(interval))
  // Reads no documents outside the counted ranges.
  const first = Math.min(...ranges.map(({ fromTime }) => fromTime))
  const last = Math.max(...ranges.map(({ toTime }) => toTime))
  const from = Math.max(toInterval(interval, span.fromTime).start, first - level.seconds)
  const to = Math.min(span.toTime, last + 1)
  if (ranges.length === 0 || to <= from) return []
  return (await draft.readSpan(level, from, to)).map((stored) => ({
    time: stored[0],
    counts: fromStored(stored),
    sketch: null,
  }))
}

async function readRecent(draft: CounterDraft, { settledTo, newest, ranges }: CounterState): Promise<readonly Piece[]> {
  const first = Math.max(settledTo + 1, ranges[0]?.from ?? 0)
  const numbers = Array.from({ length: Math.max(0, newest - first + 1) }, (_, index) => first + index)
  const blocks = await Promise.all(numbers.map((number) => draft.readBlock(number)))
  return blocks.flatMap((block) =>
    block === undefined ? [] : [{ time: block.timestamp, counts: block.counts, sketch: block.sketch }],
  )
}

async function countDistinct(pieces: readonly Piece[], read: (time: number) => Promise<string | undefined>) {
  const all = createSketch()
  const texts = await Promise.all(pieces.map(({ sketch, time }) => sketch ?? read(time)))
  for (const text of texts) mergeSketchText(all, text ?? 's')
  return Math.round(estimateDistinct(all))
}

/**
 * Counts the addresses that appear for the first time in each group. This is the increase of the estimate of all
 * distinct addresses so far. Null from the first missing block on, because an address may have appeared in it.
 */
async function countFirstSeen(
  groups: readonly Group[],
  { ranges }: CounterState,
  read: (time: number) => Promise<string | undefined>,
): Promise<readonly (number | null)[]> {
  const [first] = ranges
  // The first block of a chain is 0 or 1.
  const lastKnown = first !== undefined && first.from <= 1 ? first.to : -1
  const all = createSketch()
  let before = 0
  const found: (number | null)[] = []
  for (const { counts, pieces } of groups) {
    if (counts.lastBlock > lastKnown) {
      found.push(null)
      continue
    }
    for (const { sketch, time } of pieces) mergeSketchText(all, sketch ?? (await read(time)) ?? 's')
    const after = Math.round(estimateDistinct(all))
    found.push(after - before)
    before = after
  }
  return found
}

function toCoverage(
  bars: readonly CounterBar[],
  { share, gaps }: Pick<CounterCoverage, 'share' | 'gaps'>,
  span: TimeSpan,
): CounterCoverage {
  return {
    ...span,
    fromBlock: bars[0]?.firstBlock ?? null,
    toBlock: bars.at(-1)?.lastBlock ?? null,
    blocks: bars.reduce((sum, { blocks }) => sum + blocks, 0),
    share,
    gaps,
  }
}
