import { type ChainName, chains, OutriggerError } from '@outrigger/core'
import { createEmitter } from '@outrigger/core/internal'
import type { MempoolTransaction } from '@outrigger/mempool'
import { toListedTokens } from '@outrigger/mempool/internal'
import type { Hex } from 'viem'
import type { MevDetector, MevDetectorEvents, MevDetectorOptions } from './detector/detectorTypes.ts'
import { evaluatePending, evaluateState, type Terms } from './detector/evaluate.ts'
import { createFindingLog } from './detector/findingLog.ts'
import { createPendingPools } from './detector/pendingPools.ts'
import { toKnownDexes } from './detector/toKnownDexes.ts'
import { watchLiquidations } from './detector/watchLiquidations.ts'
import { getSlippageExposure } from './exposure/getSlippageExposure.ts'
import { type Finding, toMevOpportunity } from './finding.ts'
import { createPoolGraph } from './search/poolGraph.ts'
import { resolveSwap } from './view/resolveSwap.ts'
import { noTaxes } from './view/tokenTaxes.ts'

const defaults = { builderBidBps: 0, tipPerGas: 0n, minProfit: 10n ** 14n, simulationsPerBlock: 0, maxPending: 20_000 }
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
  const { watcher, book, scanner, signal: outer } = options
  const { maxPending } = { ...defaults, ...options }
  const chain = options.pool.chain.name as ChainName
  const events = createEmitter<MevDetectorEvents>()
  const log = createFindingLog(maxFindings)
  const pending = createPendingPools(maxPending)
  const answers = new Map<Hex, readonly Finding[]>()
  const toTerms = createTerms(options, chain)
  let terms = toTerms(0n)

  /** New findings are told after the transaction itself. */
  function tell(findings: readonly Finding[]): void {
    const news = findings.filter((finding) => log.note(finding))
    for (const finding of news) queueMicrotask(() => events.emit('opportunity', finding))
  }

  function evaluate(entry: MempoolTransaction): readonly Finding[] {
    const { hash } = entry.transaction
    const known = answers.get(hash)
    if (known !== undefined) return known
    const pools = toPools(entry, book.snapshot())
    if (pools.length === 0) return []
    pending.add(entry, pools)
    const findings = evaluatePending(entry, pending.among(pools, hash), book.snapshot(), terms)
    answers.set(hash, findings)
    tell(findings)
    return findings
  }
  const find = (entry: MempoolTransaction): Finding | null =>
    evaluate(entry).reduce<Finding | null>(
      (best, one) => (best && best.estimatedProfit >= one.estimatedProfit ? best : one),
      null,
    )

  function forget(hash: Hex): void {
    pending.remove(hash)
    answers.delete(hash)
    drop(
      log.list().filter(({ transactions }) => transactions.includes(hash)),
      'transaction',
    )
  }

  function drop(findings: readonly Finding[], by: 'block' | 'transaction'): void {
    for (const { id } of findings) if (log.remove(id)) events.emit('gone', { id, by })
  }

  function onBlock(changed: readonly Hex[]): void {
    const snapshot = book.snapshot()
    for (const id of changed) {
      const pool = snapshot.get(id)
      if (pool === undefined) terms.graph.remove(id)
      else terms.graph.update(pool)
    }
    terms = toTerms(watcher.stats().nextBaseFeePerGas)
    answers.clear()
    const found = evaluateState(changed.slice(0, maxTouched), snapshot, terms)
    const still = new Set(found.map(({ id }) => id))
    drop(
      log.list().filter(({ type, id }) => type === 'arbitrage' && !still.has(id)),
      'block',
    )
    tell(found)
  }

  const unwatch = [
    watcher.annotateMev((entry) => {
      const best = find(entry)
      return best && toMevOpportunity(best)
    }),
    watcher.on('event', ({ entry, transition }) => {
      if (transition.kind !== 'pending' && transition.kind !== 'reorged') forget(entry.transaction.hash)
    }),
    book.on('block', ({ changed }) => onBlock(changed)),
    ...(scanner
      ? [
          watchLiquidations({
            scanner,
            book,
            toTerms: () => terms,
            tell,
            drop: (id) => log.remove(id) && events.emit('gone', { id, by: 'block' }),
          }),
        ]
      : []),
  ]

  async function close(): Promise<void> {
    for (const stop of unwatch.splice(0)) stop()
    outer?.removeEventListener('abort', close)
    events.clear()
    answers.clear()
  }
  outer?.addEventListener('abort', close, { once: true })
  if (outer?.aborted) void close()

  return {
    ...{ chain, on: events.on, close, [Symbol.asyncDispose]: close, find },
    findings: log.list,
    getExposure: (entry) => getSlippageExposure(entry, book.snapshot(), terms),
  }
}

/** The pools a transaction's swaps go through, as far as they are followed. */
function toPools(
  { classification }: MempoolTransaction,
  snapshot: ReturnType<MevDetectorOptions['book']['snapshot']>,
): readonly Hex[] {
  const pools = new Set<Hex>()
  for (const action of classification.actions) {
    if (action.kind !== 'swap') continue
    const swap = resolveSwap(action, snapshot, [])
    if (typeof swap !== 'string') for (const { pool } of swap.hops) pools.add(pool)
  }
  return [...pools]
}

function createTerms(options: MevDetectorOptions, chain: ChainName): (nextBaseFeePerGas: bigint) => Terms {
  const { builderBidBps, tipPerGas, minProfit } = { ...defaults, ...options }
  const native = chains[chain].wrappedNative
  if (native === null) throw new NoNativeTokenError(chain)
  const listed = toListedTokens(chain)
  const dexes = toKnownDexes()
  const { book, taxes = noTaxes, isKnownToken = (token) => listed.has(token) } = options
  const graph = createPoolGraph()
  return (nextBaseFeePerGas) => ({
    ...{ native, graph, taxes, isKnownToken, minProfit, nextBaseFeePerGas },
    isKnownPool: (id) => dexes.has(book.snapshot().get(id)?.dex ?? ''),
    cost: { gasPrice: nextBaseFeePerGas + tipPerGas, builderBidBps },
  })
}

/** The chain has no wrapped native token, in which profits are told. */
export class NoNativeTokenError extends OutriggerError {
  readonly code = 'NO_NATIVE_TOKEN'

  constructor(chain: string) {
    super(`${chain} has no wrapped native token, in which profits are counted. Choose another chain.`)
  }
}
