import { type FamilyPool, sleep, type Unwatch } from '@outrigger/core'
import { UnknownBlockError } from '../errors.ts'
import type { FamilyReader } from '../families/familyReader.ts'
import { readerOf } from '../questions.ts'
import { type Branch, step } from './branch.ts'

/** A block reported by `watchBlocks`. */
export type WatchedBlock = {
  /** The slot on Solana. */
  readonly number: bigint
  readonly hash: string
  readonly parentHash: string | null
  /** Unix seconds. Null if the node has no time for the block. */
  readonly timestamp: bigint | null
  /** True if a reorganization has removed this block, which was reported before. */
  readonly removed: boolean
}

export type WatchBlocksOptions = {
  /** Called with the blocks that were skipped after a long outage or a deep reorganization, both ends included. */
  readonly onGap?: (gap: { readonly from: bigint; readonly to: bigint }) => void
  /** Time between two reads of the head, in ms. @default half a block time within 400-5000 */
  readonly intervalMs?: number
}

type Point = Omit<WatchedBlock, 'removed'>

/** Maximum number of missed blocks, or Solana slots, to read after an outage. */
const mostMissed = 4_096n

/**
 * Reports every block of a chain outside the EVM family once and in order, starting with the current head. Missed
 * blocks are read as well. Blocks that a reorganization removes are reported again with `removed: true`, newest
 * first, before their replacements. After an outage it continues. For EVM chains use `pool.watchHeads`. Ends when the
 * pool closes.
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
  const { signal } = control
  const unwatchClose = pool.on('close', () => control.abort())
  const stop = () => {
    unwatchClose()
    control.abort()
  }
  void follow()
  return stop

  async function follow(): Promise<void> {
    let branch: Branch<Point> = []
    while (!signal.aborted) {
      try {
        const read = createPointReader(pool, await readerOf(pool))
        branch = await catchUp(branch, { read, onBlock, onGap, signal })
      } catch {
        // No provider responds. The pool reports the reason, and the next round catches up.
      }
      await sleep(intervalMs, signal)
    }
  }
}

type Following = {
  readonly read: ReadPoint
  readonly onBlock: (block: WatchedBlock) => void
  readonly onGap: WatchBlocksOptions['onGap']
  readonly signal: AbortSignal
}

/** Reports the blocks up to the head. Returns the reported blocks. */
async function catchUp(known: Branch<Point>, { read, onBlock, onGap, signal }: Following): Promise<Branch<Point>> {
  const head = await read('latest')
  if (head === null || signal.aborted) return known
  let branch = withoutDistant(known, head, onGap)
  let first = head.number
  const added = new Set<string>()
  while (branch.at(-1)?.hash !== head.hash) {
    const next = await readNext(read, branch.at(-1) ?? first, head)
    // Without a block, a reorganization happened during the read, or a provider lags. The next round resolves it.
    if (next === null || signal.aborted) return branch
    const { outcome, block, branch: grown } = step(branch, next)
    branch = grown
    if (outcome === 'none') return branch
    first = block.number
    onBlock({ ...block, removed: outcome === 'removed' })
    // The providers disagree. Wait for the next round instead of switching between them in a loop.
    if (outcome === 'removed' && added.has(block.hash)) return branch
    added.add(block.hash)
  }
  return branch
}

function withoutDistant(branch: Branch<Point>, head: Point, onGap: WatchBlocksOptions['onGap']): Branch<Point> {
  const last = branch.at(-1)
  if (last === undefined || head.number - last.number <= mostMissed) return branch
  onGap?.({ from: last.number + 1n, to: head.number - 1n })
  return []
}

type ReadPoint = (block: bigint | 'latest') => Promise<Point | null>

/** Returns the block after `last`, or the block that replaced it. If no known block is left, it starts at a number. */
async function readNext(read: ReadPoint, last: Point | bigint, head: Point): Promise<Point | null> {
  if (typeof last !== 'bigint' && head.number < last.number) return read(last.number)
  for (let number = typeof last === 'bigint' ? last : last.number + 1n; number < head.number; number += 1n) {
    const block = await read(number)
    // Slots may be skipped.
    if (block !== null) return block
  }
  return head
}

/** Returns null for a block that does not exist. */
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
