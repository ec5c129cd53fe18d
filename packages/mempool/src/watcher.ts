import { setMaxListeners } from 'node:events'
import { type ChainName, createEmitter, type PendingSighting } from '@outrigger/core'
import { type Hex, isHex } from 'viem'
import { createDescribe } from './describe.ts'
import { followChain } from './feeds/chainFollower.ts'
import { createConfirmations } from './feeds/confirmations.ts'
import { createFeedStatistics } from './feeds/feedStatistics.ts'
import { computeFeeMarket, type FeeMarket } from './feeds/feeMarket.ts'
import { watchPendingFeed } from './feeds/pendingFeed.ts'
import { compileFilter } from './filter/compileFilter.ts'
import type { FilterContext } from './filter/facts.ts'
import { createFilterIndex } from './filter/filterIndex.ts'
import { NoMempoolError } from './noMempoolError.ts'
import { createEventLog } from './pool/eventLog.ts'
import { createTransactionPool } from './pool/pool.ts'
import { computePoolStats } from './pool/poolStats.ts'
import { byPriority } from './pool/priority.ts'
import { createSight } from './pool/sight.ts'
import type { Tracked } from './pool/tracked.ts'
import { createPoolBook } from './tokens/poolBook.ts'
import { createTokenRegistry } from './tokens/tokenRegistry.ts'
import { toTransaction } from './transaction/toTransaction.ts'
import type {
  MempoolEvents,
  MempoolTransaction,
  MempoolWatcher,
  MempoolWatcherOptions,
  Transition,
} from './watcherTypes.ts'

const defaults = {
  maxTransactions: 50_000,
  maxBytes: 128 * 1024 * 1024,
  maxEvents: 65_536,
  goneAfterMs: 15_000,
} as const

/**
 * Watches the pending transactions of an EVM chain at all providers of a pool: each one once, with its meaning, and every
 * step of its life to its end, in order and exactly once, whatever happens to sockets and providers meanwhile.
 *
 * What only a block shows (most of a chain whose sequencer hides its queue) is no event; `stats().unseen` counts it.
 * `priorityScore` is that of the moment a transaction was first seen.
 *
 * Starts at once. Close it when done; the provider pool stays open.
 *
 * @throws {NoMempoolError}
 * @example
 * const watcher = createMempoolWatcher({ pool: createProviderPool({ chain: chains.ethereum, endpoints: [url] }) })
 * watcher.watch({ types: ['swap'], minValue: parseEther('10') }, ({ transaction, symbols }) => react(transaction, symbols))
 */
export function createMempoolWatcher(options: MempoolWatcherOptions): MempoolWatcher {
  const { pool, store, signal: outer, toUsd, toNativeWorth } = options
  const { maxTransactions, maxBytes, maxEvents, goneAfterMs } = { ...defaults, ...options }
  if (pool.chain.family !== 'evm') throw new NoMempoolError(pool.chain.name)
  const chain = pool.chain.name as ChainName
  const lifetime = new AbortController()
  const { signal } = lifetime
  setMaxListeners(0, signal)

  const events = createEmitter<MempoolEvents>()
  const log = createEventLog({ maxEvents, maxBytes })
  const statistics = createFeedStatistics()
  const sight = createSight(pool)
  let market: FeeMarket = { nextBaseFeePerGas: 0n, cutoffTip: 0n }
  const facts = { chain, pool, signal, ...(store && { store }) }
  const tokens = createTokenRegistry(facts)
  const poolBook = createPoolBook(facts)
  const describe = createDescribe({ chain, tokens, poolBook, toMarket: () => market, toNativeWorth })

  const context: FilterContext = {
    ...(toUsd && { toUsd }),
    toNonceState: ({ transaction: { from, nonce } }) => transactions.nonces.toState(from, nonce),
  }
  const filters = createFilterIndex<(entry: MempoolTransaction) => void>(context)
  const transactions = createTransactionPool({
    maxTransactions,
    maxBytes,
    toNextBaseFee: () => market.nextBaseFeePerGas,
    onTransition({ entry, bytes }, transition) {
      const event = log.add(entry, bytes, transition)
      if (events.hears('event')) events.emit('event', event)
      if (transition.kind === 'pending') {
        if (events.hears('transaction')) events.emit('transaction', entry)
        for (const tell of filters.match(entry)) tellSafely(tell, entry)
      } else if (isKnownToAll(transition)) statistics.settle(entry.transaction.hash)
    },
  })

  const confirmAll = createConfirmations({
    pool,
    transactions,
    goneAfterMs,
    signal,
    onMined: (hash, block) => chainFollower.settle(hash, block),
  })
  const chainFollower = followChain({
    pool,
    transactions,
    signal,
    onBlock(block) {
      market = computeFeeMarket(pool.chain, block, market)
      sight.note(Date.now(), toNumber(block.header))
      statistics.listen(pool.report().endpoints.flatMap(({ name, socket }) => (socket ? name : [])))
      void confirmAll()
    },
  })

  function show(
    { hash, provider, atMs }: Pick<PendingSighting, 'hash' | 'provider' | 'atMs'>,
    raw: RawTransaction | null,
  ) {
    statistics.note(hash, provider, performance.now())
    sight.note(Date.now())
    if (transactions.confirm(hash, atMs) || raw === null) return transactions.get(hash) !== undefined
    try {
      const transaction = toTransaction(raw)
      // A lookup answered with another one.
      if (transaction.hash !== hash.toLowerCase()) return false
      transactions.admit(describe(transaction, { provider, firstSeenMs: atMs }))
    } catch {
      // Not a transaction in any form we know; the next provider may say it better.
      return false
    }
    const block = transactions.blocks.blockOf(hash)
    if (block !== undefined) chainFollower.settle(hash, block)
    return true
  }
  const unwatchFeed = watchPendingFeed({ pool, signal, onSighting: show })

  /** While nobody looks, nothing that may have been mined meanwhile is called pending. */
  function* toVisible(pending: Iterable<Tracked>): Iterable<Tracked> {
    const least = sight.toLeastBaseFee(market.nextBaseFeePerGas, Date.now())
    for (const tracked of pending) if (least === null || tracked.feeCap < Number(least)) yield tracked
  }

  async function close(): Promise<void> {
    if (signal.aborted) return
    lifetime.abort()
    outer?.removeEventListener('abort', close)
    unwatchFeed()
    events.clear()
    log.clear()
  }
  outer?.addEventListener('abort', close, { once: true })
  if (outer?.aborted) void close()

  return {
    on: events.on,
    chain,
    status() {
      const isBlind = sight.isBlind()
      return {
        chain,
        isConnected: !isBlind,
        isStale: isBlind,
        asOfMs: sight.asOfMs,
        visibility: pool.chain.mempool,
        pendingCount: isBlind ? [...toVisible(transactions.pending.values())].length : transactions.pending.size,
        subscriberCount: filters.size,
        sequence: log.sequence,
        feeds: statistics.report(),
      }
    },
    stats: () => ({
      ...computePoolStats(toVisible(transactions.pending.values()), market.nextBaseFeePerGas),
      nextBaseFeePerGas: market.nextBaseFeePerGas,
      unseen: transactions.unseen,
    }),
    get: (hash) => transactions.get(hash.toLowerCase() as Hex)?.entry ?? null,
    pending(filter = {}, limit) {
      const holds = compileFilter(filter, context)
      const found: MempoolTransaction[] = []
      for (const { entry } of toVisible(transactions.pending.candidates(filter))) if (holds(entry)) found.push(entry)
      return found.sort(byPriority).slice(0, limit)
    },
    watch(filter, onTransaction) {
      let isLeft = false
      // Who leaves while a transaction is being told, by the hand of another listener, is not told any more.
      const remove = filters.add(filter, (entry) => {
        if (!isLeft && !signal.aborted) onTransaction(entry)
      })
      return () => {
        isLeft = true
        remove()
      }
    },
    follow: (onEvent, { since } = {}) => log.follow(onEvent, since),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** By then every provider has had the time to show it. */
function isKnownToAll(transition: Transition): boolean {
  if (transition.kind === 'dropped') return transition.reason !== 'evicted'
  return transition.kind === 'mined' || transition.kind === 'failed'
}

function toNumber({ number }: Readonly<Record<string, unknown>>): bigint | undefined {
  return isHex(number) ? BigInt(number) : undefined
}

type RawTransaction = Readonly<Record<string, unknown>>

/** As with events: who throws stops nobody else, and is as loud as any uncaught error. */
function tellSafely(tell: (entry: MempoolTransaction) => void, entry: MempoolTransaction): void {
  try {
    tell(entry)
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
