import type { ChainProfile } from '@outrigger/core'
import type { PublicClient } from 'viem'
import { getPastFees, mostBlocks } from '../sources/feeHistory.ts'
import type { UntimedBlock } from './compute/rawBlocks.ts'
import { type Anchor, createBlockTimes } from './compute/times.ts'
import type { FeeCoverage } from './feeHistoryTypes.ts'
import type { FeeSeries } from './feeSeries.ts'

/** Number of calls that read headers to date the blocks: the head, and the oldest block to read. */
const callsForTimes = 2

export type BackfillOptions = {
  /** Oldest time to read, in Unix seconds. */
  readonly fromTime: number
  /** Maximum number of calls: two for headers, the others for up to 1024 blocks each. @default 12 */
  readonly maxCalls?: number
  /** Called after each call. Of `wanted` blocks, `known` are stored. */
  readonly onProgress?: (progress: { readonly calls: number; readonly known: number; readonly wanted: number }) => void
  readonly signal?: AbortSignal
}

export type Backfill = {
  readonly calls: number
  /** Number of new blocks. */
  readonly added: number
  readonly coverage: FeeCoverage
  /** Why the read stopped early, for example the call budget or an error of the node. Null if it is complete. */
  readonly stopped: string | null
}

type Parts = { readonly client: PublicClient; readonly chain: ChainProfile; readonly series: FeeSeries }

/**
 * Reads the missing blocks of a series, from the newest block back to a given time. Newest blocks come first, so a
 * small budget covers the most important ones. Blocks read before an error are stored. Calls `eth_feeHistory`, and
 * reads two headers to date the blocks between them.
 *
 * @throws errors of the client if no provider answers the first call
 */
export async function backfill(
  { client, chain, series }: Parts,
  { fromTime, maxCalls = 12, onProgress, signal }: BackfillOptions,
): Promise<Backfill> {
  const newest = await getAnchor(client, 'latest')
  let calls = 1
  let added = 0
  const finish = async (stopped: string | null): Promise<Backfill> => {
    const coverage = await series.coverage({ fromTime, toTime: newest.timestamp })
    return { calls, added, coverage, stopped }
  }
  const blockSeconds = chain.blockTimeMs / 1000
  const wantedFrom = Math.max(0, Math.floor(newest.number - (newest.timestamp - fromTime) / blockSeconds))
  const wanted = newest.number - wantedFrom + 1
  let gaps = [...(await series.gaps({ from: wantedFrom, to: newest.number }))]
  if (gaps.length === 0) return finish(null)
  if (maxCalls <= callsForTimes) return finish(`A budget of ${maxCalls} calls is too small. Use at least 3.`)

  const far = await getAnchor(client, computeFarEnd(gaps, (maxCalls - callsForTimes) * mostBlocks))
  calls += 1
  const { ranges } = await series.state()
  const edges = ranges.flatMap(({ from, to, fromTime: first, toTime }) => [
    { number: from, timestamp: first },
    { number: to, timestamp: toTime },
  ])
  const timeOf = createBlockTimes(toAnchors([far, ...edges, newest]), chain.blockTimeMs)
  const timed = (block: UntimedBlock) => ({ ...block, ...timeOf(Number(block.number)) })

  for (let gap = gaps.at(-1); gap !== undefined; gap = gaps.at(-1)) {
    if (signal?.aborted) return finish('It was interrupted.')
    if (calls >= maxCalls) return finish(`The budget of ${maxCalls} calls is used up.`)
    const count = Math.min(mostBlocks, gap.to - gap.from + 1)
    calls += 1
    const reported = await getPastFees(client, count, BigInt(gap.to)).catch((error: unknown) => error as Error)
    if (reported instanceof Error)
      return finish(`The node returns no fees for blocks up to ${gap.to}: ${reported.message}`)
    const blocks = reported.filter(({ number }) => number >= gap.from).map(timed)
    // An interpolated time may place a block outside the requested span. It is stored anyway.
    await series.add(blocks)
    added += blocks.length
    gaps = [...(await series.gaps({ from: wantedFrom, to: newest.number }))].filter(({ from }) => from <= gap.to)
    const left = gaps.reduce((sum, { from, to }) => sum + to - from + 1, 0)
    onProgress?.({ calls, known: wanted - left, wanted })
    if ((gaps.at(-1)?.to ?? -1) >= gap.to) return finish('The node returns other blocks than requested.')
  }
  return finish(null)
}

async function getAnchor(client: PublicClient, block: number | 'latest'): Promise<Anchor> {
  const { number, timestamp } =
    block === 'latest'
      ? await client.getBlock({ blockTag: 'latest' })
      : await client.getBlock({ blockNumber: BigInt(block) })
  return { number: Number(number), timestamp: Number(timestamp) }
}

/** Returns the oldest block reached by filling a number of blocks into the gaps, newest first. */
function computeFarEnd(gaps: readonly { readonly from: number; readonly to: number }[], blocks: number): number {
  let left = blocks
  let far = 0
  for (const { from, to } of [...gaps].reverse()) {
    if (left <= 0) return far
    far = Math.max(from, to - left + 1)
    left -= to - far + 1
  }
  return far
}

/** Sorts anchors by number and drops duplicates and anchors that go back in time. */
function toAnchors(anchors: readonly Anchor[]): readonly Anchor[] {
  const ascending = [...anchors].sort((a, b) => a.number - b.number)
  const kept: Anchor[] = []
  for (const anchor of ascending) {
    const last = kept.at(-1)
    if (last === undefined || (anchor.number > last.number && anchor.timestamp >= last.timestamp)) kept.push(anchor)
  }
  return kept
}
