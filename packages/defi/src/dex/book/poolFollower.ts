import type { DexFactories } from '@outrigger/calldata'
import type { ChainName, Head, ProviderPool } from '@outrigger/core'
import { retry } from '@outrigger/core/internal'
import type { Hex } from 'viem'
import { createHeadQueue } from '../../follow/headQueue.ts'
import { createHeadReader, getLatestHead } from '../../follow/headReader.ts'
import { createWakeup } from '../../follow/wakeup.ts'
import { getHeadLogs } from './headLogs.ts'
import type { KnownPool } from './knownPool.ts'
import { limitReads, type ReadAllowance } from './limitReads.ts'
import { lookUpAddresses } from './lookUpAddresses.ts'
import type { PoolBookBlock } from './poolBookTypes.ts'
import { lookUpPools } from './poolLookup.ts'
import type { PoolProof } from './poolProof.ts'
import type { PoolTracker } from './poolTracker.ts'
import type { PoolWants } from './poolWants.ts'
import { readDuePools, selectDue } from './readDuePools.ts'
import type { VersionHistory } from './versionHistory.ts'

const retryDelays = { minDelayMs: 50, maxDelayMs: 1_000 }
const idleMs = 60_000
/** With the one for logs, three calls a block. */
const roundsPerBlock = 2
/** Some ten million gas where storage is cold; providers allow fifty million. */
const readsPerRound = 1_000

export type PoolFollowerOptions = {
  readonly pool: ProviderPool
  readonly chain: ChainName
  readonly dexes: readonly DexFactories[]
  readonly topics: readonly Hex[]
  readonly tracker: PoolTracker
  readonly history: VersionHistory
  readonly proof: PoolProof
  readonly wants: PoolWants
  readonly signal: AbortSignal
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

type Spending = ReadAllowance & { readonly hash: Hex; readonly sinceMs: number }

export function createPoolFollower(options: PoolFollowerOptions): PoolFollower {
  const { pool, topics, tracker, history, wants, signal, onBlock, onChange } = options
  const heads = createHeadQueue<{ readonly created: readonly KnownPool[] }>()
  const wakeup = createWakeup(signal)
  /** The last block whose logs are not followed. */
  let since: bigint | null = null
  let trouble: string | null = null
  let hasCaughtUp = false
  let spending: Spending | null = null

  function restart(block: bigint): void {
    since = block
    hasCaughtUp = false
    options.onStart(block)
  }

  function onHead(head: Head): void {
    const change = heads.see(head)
    if (change.kind === 'removed') {
      tracker.undo(head.hash, change.reading?.created ?? [])
      if (since !== null && head.number <= since) restart(head.number - 1n)
    }
    if (change.kind !== 'added') return
    if (change.isGap || since === null) {
      tracker.restart()
      restart(head.number)
    }
    wakeup.wake()
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
    )

  /** The provider pool tells of the present head only whoever watches first. */
  async function begin(): Promise<void> {
    await options.begin()
    const head = heads.hasBegun ? null : await getLatestHead(pool, signal)
    if (head !== null && !heads.hasBegun) onHead(head)
    trouble = null
  }

  async function takeIn(head: Head): Promise<void> {
    if (!heads.isUnread(head)) return
    const logs = since !== null && head.number > since ? await getHeadLogs(pool, head, topics, signal) : []
    // It may have left the chain meanwhile.
    if (!heads.isUnread(head)) return
    const { number, hash, timestamp } = head
    const { touched, created } = tracker.apply({ number, hash, timestamp }, logs)
    heads.finish(head, { created })
    trouble = null
    onBlock({ number, hash, timestamp }, touched)
  }

  /** What may be asked of a block: again where the next one is late, and without end until the book has caught up. */
  function toSpending({ hash }: Head): Spending {
    const nowMs = performance.now()
    const isSpent = hasCaughtUp || spending?.rounds === roundsPerBlock
    const isSame = spending?.hash === hash && nowMs - spending.sinceMs < pool.chain.blockTimeMs && isSpent
    spending = isSame && spending ? spending : { rounds: roundsPerBlock, readsPerRound, hash, sinceMs: nowMs }
    return spending
  }

  /** Reads at the latest block what is due, as far as its allowance goes. */
  async function readDue(head: Head): Promise<void> {
    do {
      const allowance = toSpending(head)
      const before = allowance.rounds
      if (before === 0) return
      const touched = await readOnce(options, head, allowance, () => heads.isPresent(head))
      if (touched.length > 0 && history.block) onBlock(history.block, touched)
      if (tracker.waiting === 0 && wants.waiting === 0) hasCaughtUp = true
      if (allowance.rounds === before) return
      trouble = null
    } while (heads.isPresent(head) && heads.unread.length === 0 && !signal.aborted)
  }

  async function follow(): Promise<void> {
    await untilDone(begin)
    while (!signal.aborted) {
      wakeup.reset()
      let latest = heads.tip
      for (const head of [...heads.unread]) {
        await untilDone(() => takeIn(head))
        latest = head
      }
      if (latest && heads.isPresent(latest))
        await readDue(latest).catch((error: Error) => {
          if (spending) spending.rounds = 0
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
      return hasCaughtUp
    },
    wake: wakeup.wake,
    ended,
  }
}

/** One reading of whatever is due: pools, pools to be compared, and pairs of tokens. Returns the pools with a new state. */
async function readOnce(
  options: PoolFollowerOptions,
  head: Head,
  allowance: ReadAllowance,
  isPresent: () => boolean,
): Promise<readonly Hex[]> {
  const { pool, chain, dexes, tracker, history, proof, wants, signal } = options
  if (isTimeForAddresses(options, head, allowance)) return readAddresses(options, head, allowance)
  const due = selectDue(tracker.due(), allowance)
  const compared = allowance.rounds < 2 ? [] : proof.select(head.number, history.version.states.keys)
  const proving = tracker.toDue(compared).map((one) => ({ ...one, how: 'state' }) as const)
  const asked = allowance.rounds < 2 ? [] : wants.pairs.take()
  if (due.length + proving.length + asked.length === 0) return []
  const reader = limitReads(await createHeadReader(pool, head, signal), allowance)
  const [reading, proven, found] = await Promise.all([
    readDuePools(reader, due),
    readDuePools(reader, proving),
    Promise.all(asked.map(async (tokens) => ({ tokens, pools: await lookUpPools(reader, chain, dexes, tokens) }))),
  ])
  if (!isPresent()) return []
  const wrong = proof.compare(head.number, (id) => history.version.states.get(id) ?? null, proven.states)
  for (const { tokens, pools } of found) wants.pairs.finish(tokens, pools)
  return tracker.take({ ...reading, states: new Map([...reading.states, ...wrong]) })
}

/** A strange contract may spoil a call for all that are asked in it: it gets calls of its own, when there is time. */
function isTimeForAddresses(
  { tracker, wants }: PoolFollowerOptions,
  { number }: Head,
  { rounds }: ReadAllowance,
): boolean {
  return rounds === roundsPerBlock && wants.addresses.size > 0 && (tracker.waiting === 0 || number % 2n === 0n)
}

async function readAddresses(
  { pool, chain, dexes, wants, signal }: PoolFollowerOptions,
  head: Head,
  allowance: ReadAllowance,
): Promise<readonly Hex[]> {
  const addresses = wants.addresses.take()
  allowance.rounds = 0
  const reader = await createHeadReader(pool, head, signal)
  wants.addresses.finish(addresses, await lookUpAddresses(reader, chain, dexes, addresses))
  return []
}
