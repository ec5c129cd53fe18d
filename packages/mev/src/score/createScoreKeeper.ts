import { createMemoryStore } from '@outrigger/core'
import { createEmitter, createPoolClient } from '@outrigger/core/internal'
import type { PoolBookUpdate } from '@outrigger/defi/dex'
import type { MempoolEvent } from '@outrigger/mempool'
import { toPayingTokens } from '../detector/toPayingTokens.ts'
import { createCountedScores } from './countedScores.ts'
import { createKeptBlocks } from './keptBlocks.ts'
import { createPredictions, type Predictions } from './predictions.ts'
import { scoreBlock, toVoid } from './scoreBlock.ts'
import type { ScoreKeeper, ScoreKeeperEvents, ScoreKeeperOptions } from './scoreTypes.ts'

const defaults = { depth: 2n, maxPredictions: 10_000 }
/** Blocks kept beside those that wait for their depth. */
const keptBeside = 16

/**
 * Keeps score of a detector by itself: each finding is held against the block that its transactions were mined in, by the
 * pools as that block had them at the place it names. A block is scored once others are on top of it, so that a
 * reorganisation of fewer changes no score, one block a head and with one `eth_getLogs` where there is something to score.
 * Liquidations and copied calls are simulated on the state before that block, 32 of a block at most.
 *
 * What cannot be decided is counted apart, by reason. Of processes that share a store, each block is counted by one;
 * transactions that never came to a block are counted by each.
 *
 * @example
 * await using score = createScoreKeeper({ detector, watcher, book, pool, store })
 * await score.ready
 * const { hitShare, meanConfidence } = score.report().all
 */
export function createScoreKeeper(options: ScoreKeeperOptions): ScoreKeeper {
  const {
    detector,
    watcher,
    book,
    pool,
    depth,
    maxPredictions,
    store = createMemoryStore(),
  } = { ...defaults, ...options }
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
    // What could not be saved is tried again with the next block.
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

/** What the detector reports, and what becomes of the transactions. */
function listen(
  predictions: Predictions,
  { detector, watcher, book }: Pick<ScoreKeeperOptions, 'detector' | 'watcher' | 'book'>,
): (() => void)[] {
  return [
    detector.on('opportunity', (finding) => {
      const { block } = book.snapshot()
      if (block) predictions.tell({ finding, terms: detector.terms() }, block)
    }),
    detector.on('gone', ({ id, by }) => {
      const { block } = book.snapshot()
      if (by === 'block' && block) predictions.withdraw(id, block.number)
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
