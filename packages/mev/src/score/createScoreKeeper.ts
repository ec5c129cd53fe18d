import { createMemoryStore } from '@outrigger/core'
import { createEmitter, createPoolClient, toPool } from '@outrigger/core/internal'
import type { PoolBookUpdate } from '@outrigger/defi/dex'
import type { MempoolEvent } from '@outrigger/mempool'
import { toPayingTokens } from '../detector/toPayingTokens.ts'
import type { Finding } from '../finding.ts'
import { createCountedScores } from './countedScores.ts'
import { createKeptBlocks } from './keptBlocks.ts'
import { createPredictions, type Predictions } from './predictions.ts'
import { scoreBlock, toVoid } from './scoreBlock.ts'
import type { ScoreKeeper, ScoreKeeperEvents, ScoreKeeperOptions } from './scoreTypes.ts'

const defaults = { depth: 2n, maxPredictions: 10_000 }
/** Number of blocks to remember in addition to the blocks that are not deep enough to score yet. */
const keptBeside = 16

/**
 * Creates a score keeper, which checks the findings of a detector against the chain. It compares each finding with the block
 * that includes the finding's transactions, using the state of the pools at the finding's planned position in the block.
 *
 * The keeper scores a block when `depth` blocks follow it, so shorter reorgs do not change a score. Each new head scores at
 * most one block and sends one `eth_getLogs` request if the block has findings. Liquidations and copied calls are simulated on
 * the state before the block, at most 32 per block.
 *
 * Findings without a verdict are counted separately, by reason. If several processes share a store, each block is counted only
 * once, but every process counts the transactions that no block included.
 *
 * @example
 * await using score = createScoreKeeper({ detector, watcher, book, pool, store })
 * await score.ready
 * const { hitShare, meanConfidence } = score.report().all
 */
export function createScoreKeeper(options: ScoreKeeperOptions): ScoreKeeper {
  const { detector, watcher, book, depth, maxPredictions, store = createMemoryStore() } = { ...defaults, ...options }
  const pool = toPool(options.pool)
  const events = createEmitter<ScoreKeeperEvents>()
  const predictions = createPredictions(maxPredictions)
  const blocks = createKeptBlocks(Number(depth) + keptBeside)
  const counted = createCountedScores(store, detector.chain, ({ finding, outcome }) =>
    events.emit('scored', { finding, outcome }),
  )
  const lifetime = new AbortController()
  const [client, tokens] = [createPoolClient(pool), toPayingTokens(detector.chain)]
  let running: Promise<void> | null = null

  async function work(head: bigint): Promise<void> {
    const next = predictions.takeDue(head - depth)
    if (next !== null && next.due.length > 0) {
      const block = blocks.get(next.hash)
      const scored =
        block === null
          ? next.due.map((due) => toVoid(due, 'reorganised'))
          : await scoreBlock(next.due, {
              pool,
              client,
              tokens,
              block,
              parent: blocks.parentOf(next.hash),
              child: blocks.childOf(next.hash),
              signal: lifetime.signal,
            })
      counted.add(next.hash, scored)
    }
    await saveAll()
  }

  function saveAll(): Promise<void> {
    counted.add(
      null,
      predictions.takeVoided().map(({ finding, why }) => toVoid({ finding }, why)),
    )
    return counted.save()
  }

  function onBlock(update: PoolBookUpdate): void {
    blocks.push(update)
    // Scores that could not be saved are retried with the next block.
    running ??= work(update.number)
      .catch(() => {})
      .finally(() => {
        running = null
      })
  }

  const unwatch = [...listen(predictions, { detector, watcher, book }), book.on('block', onBlock)]

  async function close(): Promise<void> {
    options.signal?.removeEventListener('abort', close)
    for (const stop of unwatch.splice(0)) stop()
    await running
    await saveAll().catch(() => {})
    lifetime.abort()
    events.clear()
  }
  options.signal?.addEventListener('abort', close, { once: true })
  if (options.signal?.aborted) void close()

  const { ready, report } = counted
  return { chain: detector.chain, ready, report, on: events.on, close, [Symbol.asyncDispose]: close }
}

/** Forwards the detector's reports and the state changes of transactions to the predictions. */
function listen(
  predictions: Predictions,
  { detector, watcher, book }: Pick<ScoreKeeperOptions, 'detector' | 'watcher' | 'book'>,
): (() => void)[] {
  const predict = (finding: Finding): void => {
    const { block } = book.snapshot()
    if (block) predictions.tell({ finding, terms: detector.terms() }, block)
  }
  return [
    detector.on('found', predict),
    // A finding on the state is scored once, by its first report. One with transactions is scored by the last report before its block.
    detector.on('changed', (finding) => finding.transactions.length > 0 && predict(finding)),
    detector.on('gone', ({ finding, reason }) => {
      const { block } = book.snapshot()
      const isWithdrawn = reason === 'unprofitable' || reason === 'unconfirmed'
      if (isWithdrawn && block) predictions.withdraw(finding.id, block.number)
    }),
    watcher.on('event', (event) => follow(predictions, event)),
  ]
}

function follow(predictions: Predictions, { entry, transition }: MempoolEvent): void {
  const { hash } = entry.transaction
  switch (transition.kind) {
    case 'mined':
      predictions.mine(entry, transition.block)
      break
    case 'reorged':
      predictions.unmine(hash)
      break
    case 'failed':
      predictions.fail(entry, transition.block)
      break
    case 'included':
      predictions.drop(hash, 'unavailable')
      break
    case 'replaced':
    case 'cancelled':
      predictions.drop(hash, 'replaced')
      break
    case 'dropped':
      predictions.drop(hash, 'dropped')
      break
  }
}
