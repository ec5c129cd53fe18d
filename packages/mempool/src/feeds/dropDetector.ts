import type { Hex } from 'viem'
import type { TrackedTransaction } from '../lifecycle/trackedTransaction.ts'
import type { TransactionTracker } from '../lifecycle/transactionTracker.ts'
import type { BlockReference, MempoolSource } from '../watcherTypes.ts'

const maxLookups = 256
const maxMisses = 2

type DropDetectorOptions = {
  readonly pool: Pick<MempoolSource, 'send' | 'report'>
  readonly tracker: TransactionTracker
  readonly goneAfterMs: number
  readonly signal: AbortSignal
  /** Called if a provider reports that a transaction is in a block. */
  readonly onMined: (hash: Hex, block: BlockReference) => void
}

/**
 * Looks up transactions that no provider has shown for a while. A transaction that is not found twice in a row is dropped.
 * The second lookup prefers another provider, and the pool confirms each empty answer with a second provider.
 *
 * @returns a function to call at every head
 */
export function createDropDetector(options: DropDetectorOptions): () => Promise<void> {
  const { tracker, goneAfterMs } = options
  let isLooking = false

  return async () => {
    if (isLooking) return
    isLooking = true
    const due = findDue(tracker.pending.values(), goneAfterMs, Date.now())
    // Failed lookups are repeated at the next head.
    await Promise.all(due.map((tracked) => lookUp(tracked, options).catch(() => undefined)))
    isLooking = false
  }
}

function findDue(
  pending: Iterable<TrackedTransaction>,
  goneAfterMs: number,
  nowMs: number,
): readonly TrackedTransaction[] {
  const due: TrackedTransaction[] = []
  for (const tracked of pending) {
    // The second lookup has a shorter wait.
    const waitMs = tracked.misses > 0 ? goneAfterMs / 4 : goneAfterMs
    if (nowMs - tracked.lastSeenMs >= waitMs) due.push(tracked)
    if (due.length >= maxLookups) break
  }
  return due
}

async function lookUp({ entry, misses }: TrackedTransaction, options: DropDetectorOptions): Promise<void> {
  const { pool, tracker, signal, onMined } = options
  const { hash, from, nonce } = entry.transaction
  const names = pool.report().endpoints.map(({ name }) => name)
  const prefer = names[misses % names.length] ?? entry.provider
  const read = async <result>(method: string, params: readonly unknown[]) =>
    (await pool.send<result>({ method, params }, { signal, prefer, fresh: true })).result
  const found = await read<{ readonly blockHash?: Hex; readonly blockNumber?: Hex } | null>(
    'eth_getTransactionByHash',
    [hash],
  )
  const tracked = tracker.get(hash)
  if (tracked?.state.kind !== 'pending') return
  tracked.lastSeenMs = Date.now()
  tracked.misses = found === null ? tracked.misses + 1 : 0
  if (found?.blockHash && found.blockNumber)
    return onMined(hash, { hash: found.blockHash, number: BigInt(found.blockNumber) })
  if (tracked.misses < maxMisses) return
  const count = await read<Hex>('eth_getTransactionCount', [from, 'latest'])
  if (tracked.misses >= maxMisses) tracker.drop(hash, Number(count) > nonce ? 'nonceUsed' : 'gone')
}
