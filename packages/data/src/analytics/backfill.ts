import { findGaps } from '@outrigger/core/internal'
import type { BlockWriter } from './blockWriter.ts'

export type CounterBackfillOptions = {
  /** The oldest time to count, in unix seconds. */
  readonly fromTime: number
  /** Maximum number of blocks to read. @default 500 */
  readonly maxBlocks?: number
  /** Stops reading after this many milliseconds. @default 10000 */
  readonly maxMs?: number
  readonly signal?: AbortSignal
}

export type CounterBackfill = {
  /** Number of blocks that were not counted before. */
  readonly added: number
  /** Why it ended early. Null if all blocks are counted. */
  readonly stopped: string | null
}

/** Blocks per change of the store. A kill loses at most this many. */
const batch = 32

type Limits = { readonly head: number; readonly first: number; readonly now: number }

/** Counts the missing blocks from a head back to a time, newest first. */
export async function backfill(
  writer: BlockWriter,
  { fromTime, maxBlocks = 500, maxMs = 10_000, signal }: CounterBackfillOptions,
  { head, first, now }: Limits,
): Promise<CounterBackfill> {
  const until = performance.now() + maxMs
  await writer.drop(head)
  let added = (await writer.state()).newest < head ? await writer.take([head], now) : 0
  for (;;) {
    const { ranges } = await writer.state()
    const gap = findGaps(ranges, { from: first, to: head }).at(-1)
    const above = ranges.find(({ from }) => from === (gap?.to ?? 0) + 1)
    if (gap === undefined || (above !== undefined && above.fromTime < fromTime)) return { added, stopped: null }
    if (signal?.aborted) return { added, stopped: 'It was interrupted.' }
    if (added >= maxBlocks) return { added, stopped: `The budget of ${maxBlocks} blocks is used up.` }
    if (performance.now() > until) return { added, stopped: `The budget of ${maxMs} ms is used up.` }
    const count = Math.min(batch, gap.to - gap.from + 1, maxBlocks - added)
    const numbers = Array.from({ length: count }, (_, index) => gap.to - index)
    const taken = await writer.take(numbers, above?.fromTime ?? now)
    added += taken
    if (taken === 0) return { added, stopped: `The node does not return block ${gap.to}.` }
  }
}
