import { setImmediate } from 'node:timers/promises'
import type { ChainName } from '@outrigger/core'
import { createEmitter } from '@outrigger/core/internal'
import type { LiquidationScanner, PoolBookUpdate } from '@outrigger/defi'
import type { MempoolTransaction } from '@outrigger/mempool'
import type { MevDetector, MevDetectorEvents, MevDetectorOptions } from './detector/detectorTypes.ts'
import { evaluateState, type Terms } from './detector/evaluate.ts'
import { createFindingLog } from './detector/findingLog.ts'
import { createPendingFindings } from './detector/pendingFindings.ts'
import { createTerms, defaults } from './detector/toTerms.ts'
import { wantPools } from './detector/wantPools.ts'
import { watchLiquidations } from './detector/watchLiquidations.ts'
import { getSlippageExposure } from './exposure/getSlippageExposure.ts'
import { type Finding, toMevOpportunity } from './finding.ts'
import type { PoolSnapshot } from './view/poolSnapshot.ts'
import { noTaxes } from './view/tokenTaxes.ts'

const maxFindings = 10_000
/** Most pools of a block whose cycles are looked for at once. */
const maxTouched = 256

/**
 * Finds what could be earned of pending transactions and of the pools as they are, and annotates the watcher's
 * transactions with it.
 *
 * Everything is computed at once from the book's snapshot when a transaction is first asked about, so an annotation costs
 * no request. Builders also see orders that no public mempool shows: a finding holds for the order that is named.
 *
 * @throws {NoNativeTokenError}
 * @example
 * await using detector = createMevDetector({ pool, watcher, book })
 * detector.on('opportunity', ({ type, estimatedProfit, confidence }) => consider(type, estimatedProfit, confidence))
 */
export function createMevDetector(options: MevDetectorOptions): MevDetector {
  const { watcher, book, signal: outer, taxes = noTaxes } = options
  const chain = options.pool.chain.name as ChainName
  const events = createEmitter<MevDetectorEvents>()
  const log = createFindingLog(maxFindings)
  const toTerms = createTerms(options, chain, taxes)
  let terms = toTerms(0n)
  let snapshot: PoolSnapshot = book.snapshot()
  for (const pool of book.snapshot().values()) terms.graph.update(pool)

  /** Told after what they are about: the transaction, or the block. */
  function tell(findings: readonly Finding[]): void {
    const news = findings.filter((finding) => log.note(finding))
    for (const finding of news) queueMicrotask(() => events.emit('opportunity', finding))
  }
  function drop(ids: readonly string[], by: 'block' | 'transaction'): void {
    for (const id of ids) if (log.remove(id)) events.emit('gone', { id, by })
  }

  const pending = createPendingFindings({
    maxPending: options.maxPending ?? defaults.maxPending,
    toSnapshot: () => snapshot,
    toTerms: () => terms,
    onFindings: tell,
    onUnknown: (entry) => wantPools(book, entry),
  })
  const find = (entry: MempoolTransaction) => toBest(pending.evaluate(entry))

  /** Those told before are looked at again on the new state, one at a time. */
  async function revisit(): Promise<void> {
    const { block } = snapshot
    for (const hash of log.transactions()) {
      if (snapshot.block !== block || unwatch.length === 0) return
      const entry = watcher.get(hash)
      const still = new Set(entry === null ? [] : pending.evaluate(entry).map(({ id }) => id))
      drop(
        log.idsOf(hash).filter((id) => !id.startsWith('liquidation') && !still.has(id)),
        'block',
      )
      await setImmediate()
    }
  }

  function onBlock(update: PoolBookUpdate): void {
    snapshot = update.snapshot
    takeIn(update, terms)
    terms = toTerms(watcher.stats().nextBaseFeePerGas)
    pending.reset()
    const found = evaluateState(update.touched.slice(0, maxTouched), snapshot, terms)
    const still = new Set(found.map(({ id }) => id))
    drop(
      log.idsOfState().filter((id) => !still.has(id)),
      'block',
    )
    tell(found)
    void revisit()
  }

  const unwatch = [
    watcher.annotateMev((entry) => {
      const best = find(entry)
      return best && toMevOpportunity(best)
    }),
    watcher.watch({ types: ['swap'], nonceState: 'queued' }, ({ transaction }) => pending.markQueued(transaction.hash)),
    watcher.on('event', ({ entry, transition }) => {
      const { hash } = entry.transaction
      if (transition.kind === 'pending') return
      if (transition.kind === 'reorged') return pending.resume(hash)
      pending.end(hash)
      drop(log.idsOf(hash), 'transaction')
    }),
    book.on('block', onBlock),
  ]

  const scanning = {
    ...{ toPools: () => snapshot, toTerms: () => terms, tell },
    drop: (ids: readonly string[]) => drop(ids, 'block'),
  }
  function addScanner(scanner: LiquidationScanner): void {
    unwatch.push(watchLiquidations({ ...scanning, scanner }))
  }
  if (options.scanner) addScanner(options.scanner)

  async function close(): Promise<void> {
    for (const stop of unwatch.splice(0)) stop()
    outer?.removeEventListener('abort', close)
    events.clear()
    pending.reset()
  }
  outer?.addEventListener('abort', close, { once: true })
  if (outer?.aborted) void close()

  return {
    ...{ chain, on: events.on, close, [Symbol.asyncDispose]: close, find, addScanner },
    findings: log.list,
    getExposure: (entry) => getSlippageExposure(entry, snapshot, terms),
  }
}

function toBest(findings: readonly Finding[]): Finding | null {
  let best: Finding | null = null
  for (const one of findings) if (best === null || one.estimatedProfit > best.estimatedProfit) best = one
  return best
}

/** Brings the graph to the block. */
function takeIn({ touched, snapshot }: PoolBookUpdate, { graph }: Terms): void {
  for (const id of touched) {
    const pool = snapshot.get(id)
    if (pool === null) graph.remove(id)
    else graph.update(pool)
  }
}
