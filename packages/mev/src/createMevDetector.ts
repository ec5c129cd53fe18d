import type { ChainName } from '@outrigger/core'
import { createEmitter, createPoolClient, toPool } from '@outrigger/core/internal'
import type { LiquidationScanner } from '@outrigger/defi'
import { checkBounds } from '@outrigger/mempool/internal'
import { collect, collectLiquidations, toPending } from './detector/collect.ts'
import type { MevDetector, MevDetectorEvents, MevDetectorOptions } from './detector/detectorTypes.ts'
import { toBest } from './detector/evaluate.ts'
import type { MevRecorder } from './detector/recorder.ts'
import { createDriver } from './detector/run.ts'
import { createState } from './detector/state.ts'
import { toPayingTokens } from './detector/toPayingTokens.ts'
import { toPoolRequests } from './detector/toPoolRequests.ts'
import { toSettings } from './detector/toTerms.ts'
import { getSlippageExposure } from './exposure/getSlippageExposure.ts'

/** Maximum number of requests for an exposure: 16 swaps through 8 pools each. */
const maxExposureRequests = 128

/**
 * Finds MEV of pending transactions and of the current pool states, and annotates the watcher's transactions.
 *
 * Findings are computed from the book's snapshot when a transaction arrives. Only unknown tokens and pools, and calls whose
 * calldata does not show their swaps, need requests.
 * Builders also receive private transactions, so a finding is valid only for the predicted order.
 *
 * @throws {InvalidBoundError | NoNativeTokenError}
 * @example
 * await using detector = createMevDetector({ pool, watcher, book })
 * detector.on('found', ({ type, estimatedProfit, confidence }) => consider(type, estimatedProfit, confidence))
 */
export function createMevDetector(options: MevDetectorOptions & { readonly recorder?: MevRecorder }): MevDetector {
  const { watcher, book, signal: outer } = options
  const pool = toPool(options.pool)
  const { recorder } = options
  const settings = toSettings(options)
  const { maxPending, simulationsPerBlock, builderBidBps } = settings
  checkBounds({ maxPending })
  checkBounds({ simulationsPerBlock, builderBidBps }, 0)
  const chain = pool.chain.name as ChainName
  const lifetime = new AbortController()
  const { signal } = lifetime
  const events = createEmitter<MevDetectorEvents>()
  const [pools, { nextBaseFeePerGas }] = [book.snapshot(), watcher.stats()]
  const state = createState(options, chain, pools, nextBaseFeePerGas)
  recorder?.start({ chain, settings, pools, nextBaseFeePerGas })
  const annotator = watcher.annotateMev()
  const { send } = createDriver({
    state,
    client: createPoolClient(pool),
    watcher,
    book,
    annotator,
    events,
    simulationsPerBlock,
    payingTokens: toPayingTokens(chain),
    signal,
    ...(recorder && { recorder }),
  })
  const collector = collect({ watcher, book }, send)
  const unwatch = [annotator.close, collector.close]
  const addScanner = (scanner: LiquidationScanner) => void unwatch.push(collectLiquidations(scanner, send))
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
    chain,
    on: events.on,
    close,
    [Symbol.asyncDispose]: close,
    addScanner,
    findings: state.findings.list,
    stateFindings: state.findings.ofState,
    terms: () => state.terms,
    find(entry) {
      // Earlier transactions must be evaluated first, because they may be rivals.
      collector.flush()
      const pending = toPending(watcher, entry)
      if (pending !== null) send({ kind: 'query', pending })
      return toBest(state.findings.of(entry.transaction.hash))
    },
    getExposure(entry) {
      const exposure = getSlippageExposure(entry, state.pools, state.terms)
      const isUnknown = exposure.gaps.some(({ reason }) => reason === 'unknownPool')
      if (isUnknown && !signal.aborted) toPoolRequests(entry, maxExposureRequests).forEach(book.request)
      return exposure
    },
  }
}
