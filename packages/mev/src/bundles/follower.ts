import type { Clock, Head, ProviderPool } from '@outrigger/core'
import { createCache, retry } from '@outrigger/core/internal'
import type { PublicClient } from 'viem'
import { type BundleRecord, toRecordId } from './record.ts'
import { type ReadBlock, readBlock, readFacts } from './verdict/readFacts.ts'
import { initialVerdict, step, type VerdictState } from './verdict/step.ts'

export type Follower = {
  /** Follows a bundle through the blocks; one that is followed already goes on with what is new of the record. */
  follow(record: BundleRecord): Promise<void>
  /** Resolves once the present head has been looked at, where anything is followed. */
  caughtUp(): Promise<void>
  /** When a block was first seen. Unix ms; null where nobody looked. */
  seenAtMs(block: number): number | null
  close(): Promise<void>
}

type Parts = {
  readonly pool: ProviderPool
  readonly client: PublicClient
  readonly clock: Clock
  readonly confirmations: number
  /** After each block and change, in order. True ends the following. */
  readonly onState: (id: string, state: VerdictState, confirmations: number) => Promise<boolean>
  /** A block has come while these are followed. */
  readonly onHead: (ids: readonly string[], block: number) => void
  readonly onError: (error: unknown) => void
}

type Followed = { record: BundleRecord; state: VerdictState }
type Reader = (number: number) => Promise<ReadBlock>

/** Gives the blocks of the pool to all bundles that are open; watches nothing where there are none. */
export function createFollower({ pool, client, clock, confirmations, onState, onHead, onError }: Parts): Follower {
  const open = new Map<string, Followed>()
  const seen = createCache<number>({ max: 1024 })
  const control = new AbortController()
  const { signal } = control
  const waiting: (() => void)[] = []
  let unwatch: (() => void) | undefined
  let queue: Promise<unknown> = Promise.resolve()

  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = queue.then(() => (signal.aborted ? undefined : work()))
    queue = done.catch((error) => (signal.aborted ? undefined : onError(error)))
    return queue as Promise<void>
  }

  async function judge({ record, state }: Followed): Promise<void> {
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
      // The block is read again with the next head.
      if (facts === null) return
      one.state = step(one.state, { type: 'block', facts })
    }
    if (number <= one.state.head) return
    const facts = { number, hash: head.hash, timestamp: Number(head.timestamp), mined: [], rivals: [] }
    one.state = step(one.state, { type: 'block', facts })
  }

  async function take(head: Head): Promise<void> {
    const number = Number(head.number)
    const read = createReader(client, head)
    for (const one of [...open.values()]) {
      if (head.removed) one.state = step(one.state, { type: 'removed', number })
      // A block that a reorganisation takes meanwhile cannot be read; what replaces it comes next.
      else await retry(() => advance(one, head, read), { minDelayMs: 100, maxDelayMs: 500, tries: 5, signal })
      await judge(one)
    }
    if (!head.removed) onHead([...open.keys()], number)
    for (const tell of waiting.splice(0)) tell()
  }

  function onNextHead(head: Head): void {
    const key = String(head.number)
    if (!head.removed && seen.get(key) === undefined) seen.set(key, clock.now())
    void inTurn(() => take(head))
  }

  return {
    follow: (record) =>
      inTurn(async () => {
        const { transactions, targets, contiguous, sinceBlock } = record
        const id = toRecordId(record)
        const known = open.get(id)?.state
        const before = known ?? initialVerdict({ transactions, targets, contiguous }, sinceBlock)
        const one = { record, state: step(before, { type: 'targeted', targets }) }
        open.set(id, one)
        unwatch ??= pool.watchHeads(onNextHead)
        // What was decided before this process began stands until its blocks have been read again.
        if (known !== undefined || record.status === 'pending') await judge(one)
      }),
    caughtUp: () => (open.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    seenAtMs: (block) => seen.get(String(block)) ?? null,
    async close() {
      control.abort()
      unwatch?.()
      await queue
      for (const tell of waiting.splice(0)) tell()
    },
  }
}

/** Reads each block once for all bundles; one that could not be read is asked for again. */
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
