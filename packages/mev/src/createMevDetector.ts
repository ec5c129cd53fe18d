import type { ChainName } from '@outrigger/core'
import { createEmitter } from '@outrigger/core/internal'
import type { LiquidationScanner } from '@outrigger/defi'
import { checkBounds } from '@outrigger/mempool/internal'
import { createConfirmation } from './detector/confirmation.ts'
import type { MevDetector, MevDetectorEvents, MevDetectorOptions } from './detector/detectorTypes.ts'
import { createLiveFindings } from './detector/liveFindings.ts'
import { createTerms, defaults } from './detector/toTerms.ts'
import { watchCopies } from './detector/watchCopies.ts'
import { watchLiquidations } from './detector/watchLiquidations.ts'
import { getSlippageExposure } from './exposure/getSlippageExposure.ts'
import { toMevOpportunity } from './finding.ts'

/**
 * Finds what could be earned of pending transactions and of the pools as they are, and annotates the watcher's
 * transactions with it.
 *
 * Everything is computed at once from the book's snapshot when a transaction is first asked about, so an annotation costs
 * no request. Builders also see orders that no public mempool shows: a finding holds for the order that is named.
 *
 * @throws {InvalidBoundError | NoNativeTokenError}
 * @example
 * await using detector = createMevDetector({ pool, watcher, book })
 * detector.on('opportunity', ({ type, estimatedProfit, confidence }) => consider(type, estimatedProfit, confidence))
 */
export function createMevDetector(options: MevDetectorOptions): MevDetector {
  const { pool, watcher, book, signal: outer } = options
  const { maxPending, simulationsPerBlock } = { ...defaults, ...options }
  checkBounds({ maxPending })
  const chain = pool.chain.name as ChainName
  const lifetime = new AbortController()
  const { signal } = lifetime
  const events = createEmitter<MevDetectorEvents>()
  const confirmation = createConfirmation({
    ...{ pool, simulationsPerBlock, signal, known: options.taxes },
    isKnownToken: (token) => live.terms().isKnownToken(token),
    toSnapshot: () => live.snapshot(),
    onLearned: (entry) => live.refresh(entry),
  })
  const toTerms = createTerms(options, chain, confirmation.taxes)
  const onFindings = confirmation.consider
  const live = createLiveFindings({ book, watcher, events, maxPending, toTerms, onFindings, signal })

  const unwatch = [
    watcher.annotateMev((entry) => {
      const best = live.find(entry)
      return best && toMevOpportunity(best)
    }),
    // Looked at as it comes, also where nobody asks for its opportunity.
    watcher.on('transaction', (entry) => {
      const { hash } = entry.transaction
      if (watcher.nonceState(hash) === 'queued') live.markQueued(hash)
      live.find(entry)
    }),
    watcher.on('event', ({ entry, transition }) => {
      const { hash } = entry.transaction
      if (transition.kind === 'reorged') live.resume(hash)
      else if (transition.kind !== 'pending') live.end(hash)
    }),
    ...(simulationsPerBlock > 0 ? [watchCopies(watcher, live, confirmation)] : []),
    book.on('block', (update) => {
      confirmation.reset()
      live.onBlock(update)
    }),
  ]
  const addScanner = (scanner: LiquidationScanner) => void unwatch.push(watchLiquidations(scanner, live))
  if (options.scanner) addScanner(options.scanner)

  async function close(): Promise<void> {
    lifetime.abort()
    for (const stop of unwatch.splice(0)) stop()
    outer?.removeEventListener('abort', close)
    events.clear()
  }
  outer?.addEventListener('abort', close, { once: true })
  if (outer?.aborted) void close()

  return {
    ...{ chain, on: events.on, close, [Symbol.asyncDispose]: close, find: live.find, addScanner },
    findings: live.list,
    getExposure: (entry) => getSlippageExposure(entry, live.snapshot(), live.terms()),
    terms: live.terms,
  }
}
