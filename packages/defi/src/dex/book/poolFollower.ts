import type { Head } from '@outrigger/core'
import type { Hex } from 'viem'
import { createHeadLoop, type HeadLoop, idleMs } from '../../follow/headLoop.ts'
import { createHeadQueue, type HeadQueue } from '../../follow/headQueue.ts'
import { type BlockReadsOptions, createBlockReads } from './blockReads.ts'
import { getHeadLogs, type HeadLogsQuestion } from './headLogs.ts'
import type { KnownPool } from './knownPool.ts'
import type { PoolBookBlock } from './poolBookTypes.ts'

export type PoolFollowerOptions = BlockReadsOptions &
  HeadLogsQuestion & {
    /** Before the first block. */
    readonly begin: () => Promise<void>
    /** The blocks up to this one are not followed, or not any more: pools made in them are to be searched for. */
    readonly onStart: (block: bigint) => void
    /** Pools are new at the latest block. */
    readonly onBlock: (block: PoolBookBlock, touched: readonly Hex[]) => void
    /** The state of the book may have changed. */
    readonly onChange: () => void
  }

/** Keeps pools up to date with the heads of a provider pool. */
export type PoolFollower = HeadLoop & {
  /** Whether whatever was to be read at the start has been. */
  readonly hasCaughtUp: boolean
}

export function createPoolFollower(options: PoolFollowerOptions): PoolFollower {
  const { pool, tracker, history, wants, lists, signal, begin, onBlock, onChange } = options
  const heads: Heads = createHeadQueue()
  const reads = createBlockReads(options)
  const intake = createBlockIntake(options, heads, reads.restart)

  /** Reads at the latest block what is due, as far as its allowance goes. */
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
      const isWaiting = tracker.waiting > 0 || wants.waiting > 0 || lists.waiting > 0
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

/** Takes heads into account as they come and go, and the logs of those that stay. */
function createBlockIntake(options: PoolFollowerOptions, heads: Heads, restartReads: () => void) {
  const { pool, tracker, lists, onStart, onBlock } = options
  /** The last block whose logs are not followed. */
  let since: bigint | null = null

  function restart(block: bigint): void {
    since = block
    restartReads()
    onStart(block)
  }

  return {
    /** Whether there is a new block. */
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
      // It may have left the chain meanwhile.
      if (!heads.isUnread(head)) return
      const { number, hash, timestamp } = head
      lists.note(number, logs)
      const { touched, created } = tracker.apply({ number, hash, timestamp }, logs)
      heads.finish(head, { created })
      onBlock({ number, hash, timestamp }, touched)
    },
  }
}
