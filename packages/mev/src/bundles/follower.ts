import type { Clock, Head, ProviderPool } from '@outrigger/core'
import { createCache, retry } from '@outrigger/core/internal'
import type { PublicClient } from 'viem'
import { type BundleRecord, toRecordId } from './record.ts'
import { type ReadBlock, readBlock, readFacts } from './verdict/readFacts.ts'
import { initialVerdict, step, type VerdictState } from './verdict/step.ts'

export type Follower = {
  /** Follows a bundle through the blocks. If the bundle is already followed, its record is replaced. */
  follow(record: BundleRecord): Promise<void>
  /** Resolves after the current head was processed, or immediately if no bundle is followed. */
  caughtUp(): Promise<void>
  /** Returns the time at which a block was first seen, in Unix ms. Null if the block was not observed. */
  seenAtMs(block: number): number | null
  close(): Promise<void>
}

type Parts = {
  readonly pool: ProviderPool
  readonly client: PublicClient
  readonly clock: Clock
  readonly confirmations: number
  /** Called in order after each block and change. Following ends when the callback returns true. */
  readonly onState: (id: string, state: VerdictState, confirmations: number) => Promise<boolean>
  /** Called after a new block with the ids of the followed bundles. */
  readonly onHead: (ids: readonly string[], block: number) => void
  readonly onError: (error: unknown) => void
}

type Followed = { record: BundleRecord; state: VerdictState }
type Reader = (number: number) => Promise<ReadBlock>

/** Evaluates every new block for all open bundles. Subscribes to heads only while a bundle is open. */
export function createFollower({ pool, client, clock, confirmations, onState, onHead, onError }: Parts): Follower {
  const open = new Map<string, Followed>()
  const seen = createCache<number>({ max: 1024 })
  const control = new AbortController()
  const { signal } = control
  const headWaiters: (() => void)[] = []
  let unwatch: (() => void) | undefined
  let queue: Promise<unknown> = Promise.resolve()

  function enqueue(work: () => Promise<void>): Promise<void> {
    const done = queue.then(() => (signal.aborted ? undefined : work()))
    queue = done.catch((error) => (signal.aborted ? undefined : onError(error)))
    return queue as Promise<void>
  }

  async function reportState({ record, state }: Followed): Promise<void> {
    const id = toRecordId(record)
    if (await onState(id, state, confirmations)) open.delete(id)
    if (open.size > 0) return
    unwatch?.()
    unwatch = undefined
  }

  async function advance(one: Followed, head: Head, read: Reader): Promise<void> {
    const number = Number(head.number)
    const last = one.state.terms.targets.at(-1) ?? 0
    for (let next = one.state.head + 1; next <= Math.min(number, last); next += 1) {
      const facts = await readFacts(client, await read(next), one.record)
      // The next head triggers another read of this block.
      if (facts === null) return
      one.state = step(one.state, { type: 'block', facts })
    }
    if (number <= one.state.head) return
    const facts = { number, hash: head.hash, timestamp: Number(head.timestamp), mined: [], rivals: [] }
    one.state = step(one.state, { type: 'block', facts })
  }

  async function processHead(head: Head): Promise<void> {
    const number = Number(head.number)
    const read = createReader(client, head)
    for (const one of [...open.values()]) {
      if (head.removed) one.state = step(one.state, { type: 'removed', number })
      // A block that a reorg removes meanwhile cannot be read. The replacement block arrives as the next head.
      else await retry(() => advance(one, head, read), { minDelayMs: 100, maxDelayMs: 500, tries: 5, signal })
      await reportState(one)
    }
    if (!head.removed) onHead([...open.keys()], number)
    for (const resolve of headWaiters.splice(0)) resolve()
  }

  function onNextHead(head: Head): void {
    const key = String(head.number)
    if (!head.removed && seen.get(key) === undefined) seen.set(key, clock.now())
    void enqueue(() => processHead(head))
  }

  return {
    follow: (record) =>
      enqueue(async () => {
        const { transactions, targets, contiguous, sinceBlock } = record
        const id = toRecordId(record)
        const known = open.get(id)?.state
        const before = known ?? initialVerdict({ transactions, targets, contiguous }, sinceBlock)
        const one = { record, state: step(before, { type: 'targeted', targets }) }
        open.set(id, one)
        unwatch ??= pool.watchHeads(onNextHead)
        // An earlier verdict from the store stays valid until its blocks are read again.
        if (known !== undefined || record.status === 'pending') await reportState(one)
      }),
    caughtUp: () => (open.size === 0 ? Promise.resolve() : new Promise((resolve) => headWaiters.push(resolve))),
    seenAtMs: (block) => seen.get(String(block)) ?? null,
    async close() {
      control.abort()
      unwatch?.()
      await queue
      for (const resolve of headWaiters.splice(0)) resolve()
    },
  }
}

/** Reads each block once for all bundles. Retries failed reads. */
function createReader(client: PublicClient, head: Head): Reader {
  const reads = new Map<number, Promise<ReadBlock>>()
  return (number) => {
    const isHead = BigInt(number) === head.number
    const found =
      reads.get(number) ?? readBlock(client, isHead ? { blockHash: head.hash } : { blockNumber: BigInt(number) })
    reads.set(number, found)
    found.catch(() => reads.delete(number))
    return found
  }
}
