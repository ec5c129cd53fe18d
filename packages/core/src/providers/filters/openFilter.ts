import type { Unwatch } from '../../events/emitter.ts'
import { sleep } from '../../time/sleep.ts'
import { AllProvidersFailedError } from '../errors.ts'
import type { ChainLog, Head, PendingTransaction, ProviderPool } from '../poolTypes.ts'
import { type FilterRequest, isWanted, type LogCriteria } from './filterRequest.ts'
import { createProgress, type Progress } from './progress.ts'

/** How long a stream may take to start. */
const beginMs = 10_000
/** How long to wait for the blocks and logs up to the current head. */
export const catchUpMs = 2500

export type FilterListener = {
  readonly onChange: (change: unknown) => void
  /** Called when the stream skipped blocks. */
  readonly onGap: (from: bigint, to: bigint) => void
  readonly onClose: () => void
}

/** The running stream of a filter. */
export type OpenFilter = {
  /** The block up to which changes have arrived. Null for pending transactions. */
  readonly progress: Progress | null
  readonly stop: Unwatch
}

type Parts = FilterListener & { readonly pool: ProviderPool; readonly leave: Unwatch[] }

/**
 * Opens the stream of a filter. Resolves when the stream has started, so that no later event is missed.
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

/** As in geth, a reorganization is reported by the hashes of the new blocks. */
async function openBlocks({ pool, leave, onChange }: Parts): Promise<Progress> {
  const progress = createProgress(-1n)
  let isOpen = false
  const onHead = ({ hash, removed }: Head) => isOpen && !removed && onChange(hash)
  leave.push(watchHeads(pool, progress, onHead))
  await begin(pool, 'eth_newBlockFilter', progress)
  isOpen = true
  return progress
}

async function openLogs({ pool, leave, onChange }: Parts, criteria: LogCriteria): Promise<Progress> {
  const heads = createProgress(-1n)
  const unwatchHeads = watchHeads(pool, heads, () => {})
  try {
    await begin(pool, 'eth_newFilter', heads)
    const progress = createProgress(heads.block)
    const onLog = (log: ChainLog) => isWanted(criteria, log) && onChange(log)
    leave.push(pool.watchLogs(criteria.match, onLog, { emitOnBegin: false, onBlock: (head) => follow(progress, head) }))
    return progress
  } finally {
    unwatchHeads()
  }
}

async function openPending({ pool, leave, onChange }: Parts, full: boolean): Promise<void> {
  const waiting = new AbortController()
  const begun = new Promise<void>((resolve) => {
    const onTransaction = ({ hash, transaction }: PendingTransaction) => {
      const change = full ? transaction : hash
      if (change !== null) onChange(change)
    }
    leave.push(pool.watchPendingTransactions(onTransaction, { full, onBegin: resolve }))
  })
  const late = sleep(beginMs, waiting.signal).then(() => {
    throw new AllProvidersFailedError(pool.chain.name, 'eth_newPendingTransactionFilter', [])
  })
  try {
    await Promise.all([requestHead(pool, waiting.signal), Promise.race([begun, late])])
  } finally {
    waiting.abort()
  }
}

function watchHeads(pool: ProviderPool, progress: Progress, onHead: (head: Head) => void): Unwatch {
  const watchOne = (head: Head) => {
    follow(progress, head)
    onHead(head)
  }
  return pool.watchHeads(watchOne, { emitLast: true })
}

const follow = (progress: Progress, { number, removed }: Head) => progress.set(removed ? number - 1n : number)

/** Waits until the stream of heads has started and has reached the current head. */
async function begin(pool: ProviderPool, method: string, progress: Progress): Promise<void> {
  await catchUp(pool, progress)
  await progress.reach(0n, AbortSignal.timeout(beginMs))
  if (progress.block < 0n) throw new AllProvidersFailedError(pool.chain.name, method, [])
}

/** Waits until a stream has reached the head that providers show, or the signal aborts. @default 2.5 s */
export async function catchUp(pool: ProviderPool, progress: Progress, signal?: AbortSignal): Promise<void> {
  const head = await requestHead(pool, signal)
  await progress.reach(head, signal ?? AbortSignal.timeout(catchUpMs))
}

async function requestHead(pool: ProviderPool, signal: AbortSignal | undefined): Promise<bigint> {
  const how = { fresh: true, ...(signal && { signal }) }
  const { result } = await pool.send<string>({ method: 'eth_blockNumber' }, how)
  return BigInt(result)
}
