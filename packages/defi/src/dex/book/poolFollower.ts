import type { Head } from '@outrigger/core'
import { retry } from '@outrigger/core/internal'
import type { Hex } from 'viem'
import { createHeadQueue, type HeadQueue } from '../../follow/headQueue.ts'
import { getLatestHead } from '../../follow/headReader.ts'
import { createWakeup } from '../../follow/wakeup.ts'
import { type BlockReadsOptions, createBlockReads } from './blockReads.ts'
import { getHeadLogs } from './headLogs.ts'
import type { KnownPool } from './knownPool.ts'
import type { PoolBookBlock } from './poolBookTypes.ts'

const retryDelays = { minDelayMs: 50, maxDelayMs: 1_000 }
const idleMs = 60_000

export type PoolFollowerOptions = BlockReadsOptions & {
  /** `topic0` of what is followed. */
  readonly topics: readonly Hex[]
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
export type PoolFollower = {
  /** Why the latest block cannot be taken in, until it is. */
  readonly trouble: string | null
  /** Whether whatever was to be read at the start has been. */
  readonly hasCaughtUp: boolean
  /** Something is to be read. */
  wake(): void
  /** Resolves after the signal has aborted. */
  readonly ended: Promise<void>
}

export function createPoolFollower(options: PoolFollowerOptions): PoolFollower {
  const { pool, tracker, history, wants, signal, onBlock, onChange } = options
  const heads: Heads = createHeadQueue()
  const reads = createBlockReads(options)
  const wakeup = createWakeup(signal)
  const intake = createBlockIntake(options, heads, reads.restart)
  let trouble: string | null = null

  function onHead(head: Head): void {
    if (intake.see(head)) wakeup.wake()
  }

  /** Runs it until it succeeds. @throws only when the signal aborts */
  const untilDone = (step: () => Promise<void>) =>
    retry(
      () =>
        step().catch((error: Error) => {
          trouble = error.message
          onChange()
          throw error
        }),
      { ...retryDelays, signal },
    ).then(() => {
      trouble = null
    })

  /** The provider pool tells of the present head only whoever watches first. */
  async function begin(): Promise<void> {
    await options.begin()
    const head = heads.hasBegun ? null : await getLatestHead(pool, signal)
    if (head !== null && !heads.hasBegun) onHead(head)
  }

  /** Reads at the latest block what is due, as far as its allowance goes. */
  async function readDue(head: Head): Promise<void> {
    const isPresent = () => heads.isPresent(head)
    do {
      const touched = await reads.read(head, isPresent)
      if (touched === null) return
      if (touched.length > 0 && history.block) onBlock(history.block, touched)
      trouble = null
    } while (isPresent() && heads.unread.length === 0 && !signal.aborted)
  }

  async function follow(): Promise<void> {
    await untilDone(begin)
    while (!signal.aborted) {
      wakeup.reset()
      let latest = heads.tip
      for (const head of [...heads.unread]) {
        await untilDone(() => intake.takeIn(head))
        latest = head
      }
      if (latest && heads.isPresent(latest))
        await readDue(latest).catch((error: Error) => {
          if (!signal.aborted) trouble = error.message
        })
      onChange()
      const isWaiting = tracker.waiting > 0 || wants.waiting > 0
      await wakeup.sleep(isWaiting ? Math.min(idleMs, pool.chain.blockTimeMs) : idleMs)
    }
  }

  const unwatch = pool.watchHeads(onHead)
  signal.addEventListener('abort', unwatch, { once: true })
  const ended = follow().catch((error) => {
    if (!signal.aborted) throw error
  })
  return {
    get trouble() {
      return trouble
    },
    get hasCaughtUp() {
      return reads.hasCaughtUp
    },
    wake: wakeup.wake,
    ended,
  }
}

type Heads = HeadQueue<{ readonly created: readonly KnownPool[] }>

/** Takes heads into account as they come and go, and the logs of those that stay. */
function createBlockIntake(
  { pool, topics, tracker, signal, onStart, onBlock }: PoolFollowerOptions,
  heads: Heads,
  restartReads: () => void,
) {
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
      const logs = since !== null && head.number > since ? await getHeadLogs(pool, head, topics, signal) : []
      // It may have left the chain meanwhile.
      if (!heads.isUnread(head)) return
      const { number, hash, timestamp } = head
      const { touched, created } = tracker.apply({ number, hash, timestamp }, logs)
      heads.finish(head, { created })
      onBlock({ number, hash, timestamp }, touched)
    },
  }
}
