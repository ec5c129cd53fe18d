import { createMemoryStore } from '@outrigger/core'
import { createBoundedMap, createEmitter, createPoolClient, toPool } from '@outrigger/core/internal'
import type { PoolBookUpdate } from '@outrigger/defi/dex'
import type { MempoolEvent } from '@outrigger/mempool'
import { toPayingTokens } from '../detector/toPayingTokens.ts'
import type { Finding, FindingType } from '../finding.ts'
import { createKeptBlocks } from './keptBlocks.ts'
import { voided } from './outcome.ts'
import { createPredictions, type Predictions } from './predictions.ts'
import { addScores, loadScores } from './scoreArchive.ts'
import { type ScoredFinding, scoreBlock } from './scoreBlock.ts'
import { toScoreReport } from './scoreReport.ts'
import { addScore, emptySums, type ScoreSums } from './scoreSums.ts'
import type { ScoreKeeper, ScoreKeeperEvents, ScoreKeeperOptions } from './scoreTypes.ts'

const defaults = { depth: 2n, maxPredictions: 10_000 }
/** Number of blocks to remember in addition to the blocks that are not deep enough to score yet. */
const keptBeside = 16

/**
 * Creates a score keeper, which checks the findings of a detector against the chain. It compares each finding with the block
 * that includes the finding's transactions, using the state of the pools at the finding's planned position in the block. Each
 * finding counts once, also if several processes share a store.
 *
 * The keeper scores a block when `depth` blocks follow it, so shorter reorgs do not change a score. It reads the logs of the
 * pools of a block that has findings. Liquidations and copied calls are simulated on the
 * state before the block, at most 32 per block. Findings without a verdict are counted separately, by reason.
 *
 * @example
 * await using score = createScoreKeeper({ detector, watcher, book, pool, store })
 * await score.ready
 * const { hitShare, meanConfidence } = score.report().all
 */
export function createScoreKeeper(options: ScoreKeeperOptions): ScoreKeeper {
  const { detector, watcher, book, depth, maxPredictions, store = createMemoryStore() } = { ...defaults, ...options }
  const { chain } = detector
  const pool = toPool(options.pool)
  const events = createEmitter<ScoreKeeperEvents>()
  const predictions = createPredictions(maxPredictions)
  const blocks = createKeptBlocks(Number(depth) + keptBeside)
  const lifetime = new AbortController()
  const { signal } = lifetime
  const [client, tokens] = [createPoolClient(pool), toPayingTokens(chain)]
  const sums = new Map<FindingType, ScoreSums>()
  /** Scores by finding that the store has not counted yet. */
  const unsaved = createBoundedMap<string, ScoredFinding>(maxPredictions)
  let running: Promise<void> | null = null
  let head = 0n
  const ready = loadScores(store, chain).then((known) => {
    for (const [type, one] of Object.entries(known)) sums.set(type as FindingType, one)
  })
  ready.catch(() => {})

  /** Scores all due blocks, also those that became due meanwhile, so that a slow block does not delay later ones for good. */
  async function work(): Promise<void> {
    for (let isDone = false; !isDone; ) {
      const next = predictions.takeDue(head - depth)
      isDone = next === null
      if (next !== null) {
        const place = { block: blocks.get(next.hash), parent: blocks.parentOf(next.hash) }
        for (const one of await scoreBlock(next.due, { pool, client, tokens, signal, ...place }))
          unsaved.set(one.finding.id, one)
      }
      await save()
    }
  }

  /** Counts the scores. If the store fails, they are counted later. */
  async function save(): Promise<void> {
    for (const { finding, undecided } of predictions.takeVoided())
      if (undecided !== null) unsaved.set(finding.id, { finding, outcome: voided(undecided) })
    const batch = [...unsaved.values()]
    if (batch.length === 0) return
    await ready
    const added = await addScores(store, chain, batch)
    for (const { finding } of batch) unsaved.delete(finding.id)
    for (const one of added) {
      const { type } = one.finding
      sums.set(type, addScore(sums.get(type) ?? emptySums, one))
      events.emit('scored', one)
    }
  }

  function onBlock(update: PoolBookUpdate): void {
    blocks.push(update)
    head = update.number
    // Scores that could not be saved are retried with the next block.
    running ??= work()
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
    await save().catch(() => {})
    lifetime.abort()
    events.clear()
  }
  options.signal?.addEventListener('abort', close, { once: true })
  if (options.signal?.aborted) void close()

  const report = () => toScoreReport(chain, Object.fromEntries(sums))
  const settled = async () => running ?? undefined
  return { chain, ready, settled, report, on: events.on, close, [Symbol.asyncDispose]: close }
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

/** Why the findings of a transaction that is no longer pending have no verdict. */
const endings = { included: 'unavailable', replaced: 'replaced', cancelled: 'replaced', dropped: 'dropped' } as const

function follow(predictions: Predictions, { entry, transition }: MempoolEvent): void {
  const { hash } = entry.transaction
  if (transition.kind === 'mined') predictions.mine(entry, transition.block)
  else if (transition.kind === 'failed') predictions.fail(entry, transition.block)
  else if (transition.kind === 'reorged') predictions.unmine(hash)
  else if (transition.kind !== 'pending') predictions.drop(hash, endings[transition.kind])
}
