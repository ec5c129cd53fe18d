import type { ChainName, Unwatch } from '@outrigger/core'
import { createEmitter, createPoolClient, toPool } from '@outrigger/core/internal'
import type { LiquidationScanner } from '@outrigger/defi'
import type { MempoolTransaction, MempoolWatcher } from '@outrigger/mempool'
import { checkBounds } from '@outrigger/mempool/internal'
import { createAdmission } from './detector/admission.ts'
import { createBlockPace } from './detector/blockPace.ts'
import type { MevDetector, MevDetectorEvents, MevDetectorOptions } from './detector/detectorTypes.ts'
import { createKnownLiquidations } from './detector/knownLiquidations.ts'
import { createLiveFindings, type LiveFindings } from './detector/liveFindings.ts'
import { createPendingEffects } from './detector/pendingEffects.ts'
import { createPendingLiquidations } from './detector/pendingLiquidations.ts'
import { requestPools } from './detector/requestPools.ts'
import { toLiquidationInputs } from './detector/toLiquidationInput.ts'
import { toPayingTokens } from './detector/toPayingTokens.ts'
import { createTerms, defaults, toIsKnownPool } from './detector/toTerms.ts'
import type { Held } from './detector/waitingList.ts'
import { watchCopies } from './detector/watchCopies.ts'
import { watchLiquidations } from './detector/watchLiquidations.ts'
import { getSlippageExposure } from './exposure/getSlippageExposure.ts'
import { toBudgetedClient } from './simulate/budgetedClient.ts'
import { createSimulationBudget, toShare } from './simulate/simulationBudget.ts'

/** Maximum number of requests for an exposure: 16 swaps through 8 pools each. */
const maxExposureRequests = 128

/**
 * Finds MEV of pending transactions and of the current pool states, and annotates the watcher's transactions.
 *
 * Findings are computed from the book's snapshot when a transaction arrives. An annotation therefore needs no request.
 * Builders also receive private transactions, so a finding is valid only for the predicted order.
 *
 * @throws {InvalidBoundError | NoNativeTokenError}
 * @example
 * await using detector = createMevDetector({ pool, watcher, book })
 * detector.on('found', ({ type, estimatedProfit, confidence }) => consider(type, estimatedProfit, confidence))
 */
export function createMevDetector(options: MevDetectorOptions): MevDetector {
  const { watcher, book, signal: outer } = options
  const pool = toPool(options.pool)
  const { maxPending, simulationsPerBlock, builderBidBps } = { ...defaults, ...options }
  checkBounds({ maxPending })
  checkBounds({ simulationsPerBlock, builderBidBps }, 0)
  const chain = pool.chain.name as ChainName
  const lifetime = new AbortController()
  const { signal } = lifetime
  const events = createEmitter<MevDetectorEvents>()
  const budget = createSimulationBudget(simulationsPerBlock)
  const client = createPoolClient(pool)
  const budgeted = toBudgetedClient(client, budget)
  const shared = {
    client,
    simulationsPerBlock,
    signal,
    isPending: toIsPending(watcher),
    toTerms: () => live.terms(),
    toSnapshot: () => live.snapshot(),
    onLearned({ entries, pools }: Held) {
      for (const entry of entries) live.refresh(entry)
      if (pools.size > 0) live.lookAgain([...pools])
    },
  }
  const admission = createAdmission({ ...shared, budget, known: options.taxes, isKnownPool: toIsKnownPool(book) })
  const half = toShare(budget, simulationsPerBlock / 2)
  const effects = createPendingEffects({ ...shared, budget: half, onUnknown: (id) => book.request({ id }) })
  const known = createKnownLiquidations()
  const liquidations = createPendingLiquidations<MempoolTransaction>({
    known,
    budget,
    client: budgeted,
    toWeiPerGas: () => live.terms().cost.gasPrice,
    onFound: (entry) => live.refresh(entry),
  })
  const annotator = watcher.annotateMev()
  let nextBaseFeePerGas: bigint | null = null
  const live = createLiveFindings({
    book,
    watcher,
    annotator,
    events,
    maxPending,
    signal,
    effects,
    admit: admission.admit,
    toTerms: createTerms(options, chain, admission.taxes, admission.isTried),
    toNextBaseFee: () => nextBaseFeePerGas ?? watcher.stats().nextBaseFeePerGas,
    toLiquidations: (entry) => toLiquidationInputs(liquidations.find(entry), live, entry.transaction.hash),
  })
  const pace = createBlockPace(live.onPendingBlock)
  const copyParts = { live, client, signal, budget: half, tokens: toPayingTokens(chain) }
  const copies = simulationsPerBlock > 0 ? watchCopies(watcher, copyParts) : null

  const unwatch = [
    annotator.close,
    ...watchTransactions(watcher, live),
    ...(copies === null ? [] : [copies.close]),
    watcher.on('block', (block) => {
      nextBaseFeePerGas = block.nextBaseFeePerGas
      pace.seeTransactions(block.number)
    }),
    book.on('block', (update) => {
      if (update.number !== live.snapshot().block?.number) {
        budget.reset()
        liquidations.onBlock()
      }
      live.onBlock(update)
      admission.onBlock()
      effects.onBlock()
      pace.seePools(update.number)
      copies?.onBlock()
    }),
    pace.close,
  ]
  const addScanner = (scanner: LiquidationScanner) =>
    void unwatch.push(watchLiquidations(scanner, { live, known, watcher, book, budget, client: budgeted }))
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
    find: live.find,
    addScanner,
    findings: live.list,
    stateFindings: live.ofState,
    getExposure(entry) {
      const exposure = getSlippageExposure(entry, live.snapshot(), live.terms())
      const isUnknown = exposure.gaps.some(({ reason }) => reason === 'unknownPool')
      if (isUnknown && !signal.aborted) requestPools(book, entry, maxExposureRequests)
      return exposure
    },
    terms: live.terms,
  }
}

const toIsPending =
  (watcher: Pick<MempoolWatcher, 'nonceState'>) =>
  ({ transaction }: MempoolTransaction): boolean =>
    watcher.nonceState(transaction.hash) !== null

/** Evaluates each new transaction, and drops its findings when it is no longer pending. */
function watchTransactions(watcher: MempoolWatcher, live: LiveFindings): Unwatch[] {
  return [
    watcher.on('transaction', live.look),
    watcher.on('event', ({ entry, transition }) => {
      if (transition.kind !== 'pending' && transition.kind !== 'reorged')
        live.end(entry.transaction.hash, transition.kind)
    }),
  ]
}
