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
  /** Bars that begin in it are answered. */
  readonly span: TimeSpan
  readonly withAddresses: boolean
  /** Newest block of the chain; null while nobody tells. */
  readonly head: number | null
  /** Until when that was so, in unix seconds. */
  readonly until: number
  /** Unix seconds: what comes later is no gap. */
  readonly now: number
}

type Piece = {
  readonly time: number
  readonly counts: Counts
  /** Of a block; null where it is that of a stored bar, to be read. */
  readonly sketch: string | null
}

/** The bars of a span: those that are stored, and what the newest blocks, which are in none yet, add to them. */
export async function readBars(
  draft: CounterDraft,
  state: CounterState,
  question: BarsQuestion,
): Promise<{ readonly bars: readonly CounterBar[]; readonly coverage: CounterCoverage }> {
  const { interval, span, withAddresses, head, until, now } = question
  const from = toInterval(interval, span.fromTime).start
  const pieces = [...(await readStored(draft, state, question)), ...(await readRecent(draft, state))]
  const groups = new Map<number, { readonly end: number; counts: Counts; readonly pieces: Piece[] }>()
  for (const piece of pieces) {
    const { start, end } = toInterval(interval, piece.time)
    if (start < from || start >= span.toTime) continue
    const group = groups.get(start)
    if (group === undefined) groups.set(start, { end, counts: piece.counts, pieces: [piece] })
    else {
      group.counts = addCounts(group.counts, piece.counts)
      group.pieces.push(piece)
    }
  }
  const level = levelOf(storedFor(interval))
  const readSketch = (time: number) => draft.readSketch(level, time)
  const known = computeKnown(state.ranges, head, until)
  const bars: CounterBar[] = []
  for (const [timestamp, { end, counts, pieces: own }] of groups) {
    const activeAddresses = withAddresses ? await countDistinct(own, readSketch) : null
    const isPartial = !isWithin(known, timestamp, end)
    bars.push({ ...counts, timestamp, end, activeAddresses, isPartial })
  }
  bars.sort((a, b) => a.timestamp - b.timestamp)
  return {
    bars,
    coverage: toCoverage(bars, computeShare(known, { ...span, toTime: Math.min(span.toTime, now) }), span),
  }
}

async function readStored(
  draft: CounterDraft,
  { ranges }: CounterState,
  { interval, span }: BarsQuestion,
): Promise<readonly Piece[]> {
  const level = levelOf(storedFor(interval))
  // No document is looked for where nothing is counted.
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
    ...{ share, gaps },
  }
}
