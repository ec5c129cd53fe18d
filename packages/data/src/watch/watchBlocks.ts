import { type FamilyPool, sleep, type Unwatch } from '@outrigger/core'
import { UnknownBlockError } from '../errors.ts'
import type { FamilyReader } from '../families/familyReader.ts'
import { readerOf } from '../questions.ts'
import { type Branch, step } from './branch.ts'

/** A block as `watchBlocks` reports it. */
export type WatchedBlock = {
  /** Of Solana its slot. */
  readonly number: bigint
  readonly hash: string
  readonly parentHash: string | null
  /** Unix seconds; null where the node has no time for it. */
  readonly timestamp: bigint | null
  /** True when a reorganisation has taken this block, reported before, out of the chain. */
  readonly removed: boolean
}

export type WatchBlocksOptions = {
  /** Blocks that were left out after a long outage or a deep reorganisation; both ends included. */
  readonly onGap?: (gap: { readonly from: bigint; readonly to: bigint }) => void
  /** Between two looks at the head. @default half a block time within 400-5000 */
  readonly intervalMs?: number
}

type Point = Omit<WatchedBlock, 'removed'>

/** Most blocks, or slots of Solana, that are caught up. */
const mostMissed = 4_096n

/**
 * Every block of a chain outside the EVM family once and in order, beginning with the present head: missed ones are read, and
 * blocks that a reorganisation takes out come again with `removed: true`, newest first, before those that replace them.
 * Outages are waited out. EVM chains have `pool.watchHeads`. Ends with the pool.
 *
 * @example
 * const unwatch = watchBlocks(pool, ({ number, hash }) => console.log(number, hash))
 */
export function watchBlocks(
  pool: FamilyPool,
  onBlock: (block: WatchedBlock) => void,
  { onGap, intervalMs = Math.min(Math.max(pool.chain.blockTimeMs / 2, 400), 5_000) }: WatchBlocksOptions = {},
): Unwatch {
  const control = new AbortController()
  const unwatchClose = pool.on('close', () => control.abort())
  const stop = () => {
    unwatchClose()
    control.abort()
  }
  void follow()
  return stop

  async function follow(): Promise<void> {
    let branch: Branch<Point> = []
    while (!control.signal.aborted) {
      try {
        branch = await catchUp(branch)
      } catch {
        // Nobody answers: the pool says why, and the next look catches up.
      }
      await sleep(intervalMs, control.signal)
    }
  }

  async function catchUp(known: Branch<Point>): Promise<Branch<Point>> {
    const read = createPointReader(pool, await readerOf(pool))
    const head = await read('latest')
    if (head === null || control.signal.aborted) return known
    let branch = withoutDistant(known, head)
    let first = head.number
    const added = new Set<string>()
    while (branch.at(-1)?.hash !== head.hash) {
      const next = await readNext(read, branch.at(-1) ?? first, head)
      if (control.signal.aborted) return branch
      // A reorganisation during the read, or a provider behind the others: the next look finds out.
      if (next === null) return branch
      const { outcome, block, branch: grown } = step(branch, next)
      branch = grown
      if (outcome === 'none') return branch
      first = block.number
      onBlock({ ...block, removed: outcome === 'removed' })
      // Providers of two minds: the next look finds them agreed, or asks again without haste.
      if (outcome === 'removed' && added.has(block.hash)) return branch
      added.add(block.hash)
    }
    return branch
  }

  function withoutDistant(branch: Branch<Point>, head: Point): Branch<Point> {
    const last = branch.at(-1)
    if (last === undefined || head.number - last.number <= mostMissed) return branch
    onGap?.({ from: last.number + 1n, to: head.number - 1n })
    return []
  }
}

type ReadPoint = (block: bigint | 'latest') => Promise<Point | null>

/** The block after `last`, or the one that stands in its place now; where all are taken away, the one at a number. */
async function readNext(read: ReadPoint, last: Point | bigint, head: Point): Promise<Point | null> {
  if (typeof last !== 'bigint' && head.number < last.number) return read(last.number)
  for (let number = typeof last === 'bigint' ? last : last.number + 1n; number < head.number; number += 1n) {
    const block = await read(number)
    // Slots may be skipped.
    if (block !== null) return block
  }
  return head
}

/** Null for a block that is not there. */
function createPointReader(pool: FamilyPool, reader: FamilyReader): ReadPoint {
  return async (block) => {
    try {
      const found = await (reader.getHeader ?? reader.getBlock)(pool, { block })
      const { number, hash, parentHash, timestamp } = found
      return hash === null ? null : { number, hash, parentHash, timestamp }
    } catch (error) {
      if (error instanceof UnknownBlockError) return null
      throw error
    }
  }
}
