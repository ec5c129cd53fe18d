import type { Unwatch } from '../../events/emitter.ts'
import { sleep } from '../../time/sleep.ts'
import { AllProvidersFailedError } from '../errors.ts'
import type { ChainLog, Head, PendingTransaction, ProviderPool } from '../poolTypes.ts'
import { type FilterRequest, isWanted, type LogCriteria } from './filterRequest.ts'
import { createProgress, type Progress } from './progress.ts'

const beginMs = 10_000

export type FilterListener = {
  readonly onChange: (change: unknown) => void
  /** The stream passed over blocks. */
  readonly onGap: (from: bigint, to: bigint) => void
  readonly onClose: () => void
}

/** The stream of a filter. */
export type OpenFilter = {
  /** The block up to which changes have come; null for pending transactions. */
  readonly progress: Progress | null
  readonly stop: Unwatch
}

type Parts = FilterListener & { readonly pool: ProviderPool; readonly leave: Unwatch[] }

/**
 * Opens the stream of a filter. Resolves when it has begun, so that nothing is missed that happens after the answer.
 *
 * @throws {AllProvidersFailedError} @throws {PoolClosedError}
 */
export async function openFilter(
  pool: ProviderPool,
  wanted: FilterRequest,
  listener: FilterListener,
): Promise<OpenFilter> {
  const leave: Unwatch[] = []
  const stop = () => {
    for (const end of leave.splice(0)) end()
  }
  const parts = { ...listener, pool, leave }
  try {
    leave.push(pool.on('close', listener.onClose))
    if (wanted.kind === 'pending') await openPending(parts, wanted.full)
    const progress =
      wanted.kind === 'logs'
        ? await openLogs(parts, wanted.criteria)
        : wanted.kind === 'blocks'
          ? await openBlocks(parts)
          : null
    if (progress !== null)
      leave.push(
        pool.on('gap', ({ stream, from, to }) => {
          // Without its head, a block's logs are missing too.
          if (stream === 'heads' || wanted.kind === 'logs') listener.onGap(from, to)
        }),
      )
    return { progress, stop }
  } catch (error) {
    stop()
    throw error
  }
}

/** As in geth, a reorganisation is reported by the hashes of the blocks that come instead. */
async function openBlocks({ pool, leave, onChange }: Parts): Promise<Progress> {
  const progress = createProgress(-1n)
  await begun(pool, 'eth_newBlockFilter', (begin) =>
    leave.push(
      watchHeads(pool, progress, begin, ({ hash, removed }) => {
        if (!removed) onChange(hash)
      }),
    ),
  )
  return progress
}

async function openLogs({ pool, leave, onChange }: Parts, criteria: LogCriteria): Promise<Progress> {
  const heads = createProgress(-1n)
  let unwatchHeads: Unwatch = () => {}
  try {
    await begun(pool, 'eth_newFilter', (begin) => {
      unwatchHeads = watchHeads(pool, heads, begin)
    })
    const progress = createProgress(heads.block)
    const onLog = (log: ChainLog) => isWanted(criteria, log) && onChange(log)
    leave.push(pool.watchLogs(criteria.match, onLog, { emitOnBegin: false, onBlock: (head) => follow(progress, head) }))
    return progress
  } finally {
    unwatchHeads()
  }
}

async function openPending({ pool, leave, onChange }: Parts, full: boolean): Promise<void> {
  const onTransaction = ({ hash, transaction }: PendingTransaction) => {
    const change = full ? transaction : hash
    if (change !== null) onChange(change)
  }
  await begun(pool, 'eth_newPendingTransactionFilter', (onBegin) =>
    leave.push(pool.watchPendingTransactions(onTransaction, { full, onBegin })),
  )
}

/** Reports the heads after the present one, with which it begins. */
function watchHeads(
  pool: ProviderPool,
  progress: Progress,
  begin: () => void,
  onHead: (head: Head) => void = () => {},
): Unwatch {
  let hasBegun = false
  const watchOne = (head: Head) => {
    follow(progress, head)
    if (hasBegun) return onHead(head)
    hasBegun = true
    begin()
  }
  return pool.watchHeads(watchOne, { emitLast: true })
}

const follow = (progress: Progress, { number, removed }: Head) => progress.set(removed ? number - 1n : number)

/** Waits for a stream to begin, at most 10 s, and no longer than providers answer. */
async function begun(pool: ProviderPool, method: string, watch: (begin: () => void) => void): Promise<void> {
  const waiting = new AbortController()
  try {
    await new Promise<void>((resolve, reject) => {
      watch(resolve)
      pool.send({ method: 'eth_blockNumber' }, { signal: waiting.signal }).catch(reject)
      void sleep(beginMs, waiting.signal).then(() => reject(new AllProvidersFailedError(pool.chain.name, method, [])))
    })
  } finally {
    waiting.abort()
  }
}
