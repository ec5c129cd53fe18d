import type { Head } from '@outrigger/core'
import type { Hex } from 'viem'
import { createHeadLoop, type HeadLoop, idleMs } from '../../follow/headLoop.ts'
import { createHeadQueue, type HeadQueue } from '../../follow/headQueue.ts'
import { type BlockReadsOptions, createBlockReads } from './blockReads.ts'
import { getHeadLogs, type HeadLogsOptions } from './headLogs.ts'
import type { KnownPool } from './knownPool.ts'
import type { PoolBookBlock } from './poolBookTypes.ts'

type PoolFollowerOptions = BlockReadsOptions &
  HeadLogsOptions & {
    /** Runs before the first block. */
    readonly begin: () => Promise<void>
    /** Called when following starts after this block, also after a gap. Pools created up to it must be searched for. */
    readonly onStart: (block: bigint) => void
    /** Called when pools have new states at the latest block. */
    readonly onBlock: (block: PoolBookBlock, touched: readonly Hex[]) => void
    /** Called when the status of the book may have changed. */
    readonly onChange: () => void
  }

/** Keeps pools up to date with the heads of a provider pool. */
export type PoolFollower = HeadLoop & {
  /** Whether everything due at the start has been read. */
  readonly hasCaughtUp: boolean
}

export function createPoolFollower(options: PoolFollowerOptions): PoolFollower {
  const { pool, tracker, history, requests, lists, signal, begin, onBlock, onChange } = options
  const heads: Heads = createHeadQueue()
  const reads = createBlockReads(options)
  const intake = createBlockIntake(options, heads, reads.restart)

  /** Reads due pools at the latest block, within its allowance. */
  async function readDue(head: Head): Promise<void> {
    const isPresent = () => heads.isPresent(head)
    do {
      const touched = await reads.read(head, isPresent)
      if (touched === null) return
      if (touched.length > 0 && history.block) onBlock(history.block, touched)
    } while (isPresent() && heads.unread.length === 0 && !signal.aborted)
  }

  const loop = createHeadLoop({
    pool,
    signal,
    begin,
    hasBegun: () => heads.hasBegun,
    onHead: intake.see,
    async round({ untilDone, once }) {
      let latest = heads.tip
      for (const head of [...heads.unread]) {
        await untilDone(() => intake.takeIn(head))
        latest = head
      }
      if (latest && heads.isPresent(latest)) await once(() => readDue(latest))
    },
    computeRestMs() {
      const isWaiting = tracker.waiting > 0 || requests.waiting > 0 || lists.waiting > 0
      return isWaiting ? Math.min(idleMs, pool.chain.blockTimeMs) : idleMs
    },
    onChange,
  })
  return {
    get trouble() {
      return loop.trouble
    },
    get hasCaughtUp() {
      return reads.hasCaughtUp
    },
    wake: loop.wake,
    ended: loop.ended,
  }
}

type Heads = HeadQueue<{ readonly created: readonly KnownPool[] }>

/** Processes new and removed heads, and the logs of heads that are still on the chain. */
function createBlockIntake(options: PoolFollowerOptions, heads: Heads, restartReads: () => void) {
  const { pool, tracker, lists, onStart, onBlock } = options
  /** The last block whose logs are not read. */
  let since: bigint | null = null

  function restart(block: bigint): void {
    since = block
    restartReads()
    onStart(block)
  }

  return {
    /** Returns whether the head is a new block. */
    see(head: Head): boolean {
      const change = heads.see(head)
      if (change.kind === 'removed') {
        tracker.undo(head.hash, change.reading?.created ?? [])
        lists.undo(head.number)
        if (since !== null && head.number <= since) restart(head.number - 1n)
      }
      if (change.kind !== 'added') return false
      if (change.isGap || since === null) {
        tracker.restart()
        restart(head.number)
      }
      return true
    },
    async takeIn(head: Head): Promise<void> {
      if (!heads.isUnread(head)) return
      const logs = since !== null && head.number > since ? await getHeadLogs(pool, head, options) : []
      // A reorg may have removed the head in the meantime.
      if (!heads.isUnread(head)) return
      const { number, hash, timestamp } = head
      lists.note(number, logs)
      const { touched, created } = tracker.apply({ number, hash, timestamp }, logs)
      heads.finish(head, { created })
      onBlock({ number, hash, timestamp }, touched)
    },
  }
}
