import { setMaxListeners } from 'node:events'
import type { ChainName, ProviderPool } from '@outrigger/core'
import { toPool } from '@outrigger/core/internal'
import { type Address, type Hex, isHex } from 'viem'
import { createDescribe, forgetClassification } from './describe.ts'
import { followChain } from './feeds/chainFollower.ts'
import { createDropDetector } from './feeds/dropDetector.ts'
import { createFeedStatistics, type FeedStatistics } from './feeds/feedStatistics.ts'
import { createFreshness, type Freshness } from './feeds/freshness.ts'
import { watchPendingFeed } from './feeds/pendingFeed.ts'
import type { FilterContext } from './filter/facts.ts'
import { createIntake } from './intake.ts'
import { checkBounds } from './lifecycle/evictions.ts'
import { computeFeeMarket, type FeeMarket, unknownMarket } from './lifecycle/feeMarket.ts'
import type { TrackedTransaction } from './lifecycle/trackedTransaction.ts'
import { TransactionTracker } from './lifecycle/transactionTracker.ts'
import { createMevAnnotations } from './mevAnnotations.ts'
import { NoMempoolError } from './noMempoolError.ts'
import { createPendingView } from './pendingView.ts'
import { Subscribers } from './subscribers.ts'
import { createAmmPools } from './tokens/ammPools.ts'
import { createTokenRegistry, type TokenRegistry } from './tokens/tokenRegistry.ts'
import type {
  BlockReference,
  MempoolStatus,
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
 * Watches the pending transactions of an EVM chain at all providers of a pool. It reports each transaction once with
 * its classification, and each transition until its end, in order and exactly once, even while sockets and providers
 * fail.
 *
 * Transactions that are first seen in a block cause no event. On chains with a private sequencer, these are most
 * transactions. `stats().unseen` counts them. `priorityScore` is computed when a transaction is first seen.
 *
 * Starts immediately. Close it when done. The provider pool stays open.
 *
 * @throws {NoMempoolError}
 * @throws {InvalidBoundError}
 * @example
 * const watcher = createMempoolWatcher({ pool: createProviderPool({ chain: chains.ethereum, endpoints: [url] }) })
 * watcher.watch({ types: ['swap'], minValue: parseEther('10') }, ({ transaction, symbols }) => react(transaction, symbols))
 */
export function createMempoolWatcher(options: MempoolWatcherOptions): MempoolWatcher {
  const { protocols, store, signal: outer, toUsd, toNativeWorth } = options
  const { maxTransactions, maxBytes, maxEvents, goneAfterMs } = { ...defaults, ...options }
  checkBounds({ maxTransactions, maxBytes, maxEvents })
  const pool = toPool(options.pool)
  const chain = toEvmChain(pool)
  const lifetime = new AbortController()
  const { signal } = lifetime
  setMaxListeners(0, signal)

  const statistics = createFeedStatistics()
  const freshness = createFreshness(pool)
  let market: FeeMarket = unknownMarket
  let lastBlock: Hex | null = null
  const toMarket = () => market
  const source = { chain, pool, signal, store }
  const [tokens, ammPools] = [createTokenRegistry(source), createAmmPools(source)]
  const describe = createDescribe({ chain, protocols, tokens, ammPools, toMarket, toNativeWorth })

  const context: FilterContext = {
    toUsd,
    toNonceState: ({ transaction: { from, nonce } }) => tracker.nonces.toState(from, nonce),
  }
  const subscribers = new Subscribers({ maxEvents, maxBytes, context, signal })
  const tracker = new TransactionTracker({
    maxTransactions,
    maxBytes,
    chainId: pool.chain.chainId ?? 0,
    toNextBaseFee: () => market.nextBaseFeePerGas,
    onTransition(tracked, transition) {
      const isNew = transition.kind === 'pending'
      const isHeld = isNew && annotations.hold(tracked.entry)
      subscribers.publish(tracked, transition)
      if (isNew && !isHeld) subscribers.report(tracked.entry)
      release(tracked, transition, statistics)
    },
  })

  const view = createPendingView({ tracker, freshness, toMarket, context })
  const get = (hash: Hex) => tracker.get(hash)?.entry ?? null
  const annotations = createMevAnnotations({
    find: get,
    annotated: () => [...tracker.pending.values()].flatMap(({ entry }) => (entry.mev === null ? [] : entry)),
    onNew: subscribers.report,
    onFirstOpportunity: subscribers.reportOpportunity,
  })

  const onMined = (hash: Hex, block: BlockReference) => chainFollower.addMined(hash, block)
  const detectDrops = createDropDetector({ pool, tracker, goneAfterMs, signal, onMined })
  const chainFollower = followChain({
    pool,
    tracker,
    signal,
    onBlock(block, reference) {
      market = computeFeeMarket(pool.chain, block, market, Date.now())
      lastBlock = reference.hash
      freshness.note(Date.now(), toNumber(block.header))
      statistics.listen(pool.report().endpoints.flatMap(({ name, socket }) => (socket ? name : [])))
      subscribers.events.emit('block', { ...reference, nextBaseFeePerGas: market.nextBaseFeePerGas })
      void detectDrops()
    },
  })
  const onSighting = createIntake({ tracker, statistics, freshness, describe, onMined })
  const unwatchFeed = watchPendingFeed({ pool, signal, onSighting })

  async function close(): Promise<void> {
    if (signal.aborted) return
    lifetime.abort()
    outer?.removeEventListener('abort', close)
    unwatchFeed()
    annotations.close()
    subscribers.clear()
  }
  outer?.addEventListener('abort', close, { once: true })
  if (outer?.aborted) void close()

  return {
    chain,
    close,
    [Symbol.asyncDispose]: close,
    on: subscribers.events.on,
    status: () => ({
      chain,
      visibility: pool.chain.mempool,
      ...toConnection(freshness),
      pendingCount: view.count(),
      subscriberCount: subscribers.watcherCount,
      sequence: subscribers.log.sequence,
      feeds: statistics.report(),
    }),
    stats: view.stats,
    nextBlock: (parent) => (parent === lastBlock ? view.nextBlock() : null),
    get: (hash) => get(hash.toLowerCase() as Hex),
    token: createTokenLookup(tokens),
    pending: view.list,
    nonceState: (hash) => tracker.toNonceState(hash.toLowerCase() as Hex),
    watch: (filter, onTransaction) => subscribers.watch(filter, onTransaction),
    follow: (onEvent, { since } = {}) => subscribers.log.follow(onEvent, since),
    annotateMev: annotations.attach,
  }
}

function toEvmChain({ chain }: Pick<ProviderPool, 'chain'>): ChainName {
  if (chain.family !== 'evm') throw new NoMempoolError(chain.name)
  return chain.name as ChainName
}

/** Reads unknown tokens in the background, so that a later lookup finds them. */
function createTokenLookup({ peek, load }: TokenRegistry): MempoolWatcher['token'] {
  return (address) => {
    const token = address.toLowerCase() as Address
    const known = peek(token)
    if (known === null) void load([token])
    return known
  }
}

function toConnection(freshness: Freshness): Pick<MempoolStatus, 'isConnected' | 'isStale' | 'asOfMs'> {
  const isStale = freshness.isStale()
  return { isConnected: !isStale, isStale, asOfMs: freshness.asOfMs }
}

/** Frees the data that an ended transaction no longer needs. */
function release({ entry, state }: TrackedTransaction, transition: Transition, { finish }: FeedStatistics): void {
  if (isKnownToAll(transition)) finish(entry.transaction.hash)
  if (state.kind !== 'pending') forgetClassification(entry)
}

/** Whether every provider has had time to show the transaction. */
function isKnownToAll(transition: Transition): boolean {
  if (transition.kind === 'dropped') return transition.reason !== 'evicted'
  return ['mined', 'failed', 'included'].includes(transition.kind)
}

function toNumber({ number }: Readonly<Record<string, unknown>>): bigint | undefined {
  return isHex(number) ? BigInt(number) : undefined
}
