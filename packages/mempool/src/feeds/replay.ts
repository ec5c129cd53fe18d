import { type Answer, sleep } from '@outrigger/core'
import { type ChainOption, type RpcRequest, resolveChain } from '@outrigger/core/internal'
import type { Hex } from 'viem'
import type { MempoolSource } from '../watcherTypes.ts'
import {
  type RecordedBlock,
  type RecordedTransaction,
  type ReplayedBlock,
  toRecordedAnswer,
  toReplayedBlocks,
} from './recording.ts'

/** Options of `createReplay`. */
export type ReplayOptions = {
  readonly chain: ChainOption
  readonly blocks: readonly RecordedBlock[]
  /** Time over which the transactions of a block are shown before the block itself. 0 is as fast as possible. */
  readonly blockTimeMs: number
  readonly signal?: AbortSignal
}

const provider = 'recording'
// The replay yields to other work after this many transactions.
const burst = 64
const provenance: Omit<Answer<unknown>, 'result'> = {
  provider,
  role: 'primary',
  attempts: 1,
  hedged: false,
  cached: false,
  ageMs: 0,
  block: null,
  latencyMs: 0,
}

/**
 * Creates a provider that replays recorded blocks: it shows the transactions of each block as pending, then the block as the
 * head. It starts once heads and pending transactions are watched.
 *
 * @example
 * const replay = createReplay({ chain: 'ethereum', blocks, blockTimeMs: 1000 })
 * await using watcher = createMempoolWatcher({ pool: replay })
 * await replay.finished
 */
export function createReplay(options: ReplayOptions): MempoolSource & { readonly finished: Promise<void> } {
  const heads = new Set<Parameters<MempoolSource['watchHeads']>[0]>()
  const pending = new Set<Parameters<MempoolSource['watchPendingTransactions']>>()
  const replayed = new Map<Hex, ReplayedBlock>()
  let finish: () => void = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  let isStarted = false

  function start(): void {
    if (isStarted || heads.size === 0 || pending.size === 0) return
    isStarted = true
    void play(options, showTransaction, showBlock).then(finish)
  }

  function showTransaction(transaction: RecordedTransaction): void {
    const { hash } = transaction
    for (const [onTransaction, watchOptions] of pending) {
      watchOptions?.onSighting?.({ hash, transaction, provider, atMs: Date.now() })
      onTransaction({ hash, transaction, provider })
    }
  }

  function showBlock(block: ReplayedBlock): void {
    replayed.set(block.head.hash, block)
    for (const onHead of heads) onHead(block.head)
  }

  function addListener<listener>(listeners: Set<listener>, listener: listener) {
    listeners.add(listener)
    queueMicrotask(start)
    return () => void listeners.delete(listener)
  }

  return {
    chain: resolveChain(options.chain),
    finished,
    async send<result>(request: RpcRequest): Promise<Answer<result>> {
      return { result: toRecordedAnswer(request, replayed) as result, ...provenance }
    },
    report: () => ({ endpoints: [{ name: provider, socket: true, status: 'healthy' }] }),
    watchHeads: (onHead) => addListener(heads, onHead),
    watchPendingTransactions: (...listener) => addListener(pending, listener),
  }
}

/** Shows transactions and blocks at their times. Returns early if the signal aborts. */
async function play(
  { blocks, blockTimeMs, signal }: ReplayOptions,
  showTransaction: (transaction: RecordedTransaction) => void,
  showBlock: (block: ReplayedBlock) => void,
): Promise<void> {
  let dueMs = performance.now()
  const untilDue = () => sleep(Math.max(0, dueMs - performance.now()), signal)
  for (const block of toReplayedBlocks(blocks, provider)) {
    const stepMs = blockTimeMs / (block.transactions.length + 1)
    for (const [position, transaction] of block.transactions.entries()) {
      dueMs += stepMs
      if (performance.now() < dueMs || position % burst === 0) await untilDue()
      if (signal?.aborted) return
      showTransaction(transaction)
    }
    dueMs += stepMs
    await untilDue()
    if (signal?.aborted) return
    showBlock(block)
  }
}
