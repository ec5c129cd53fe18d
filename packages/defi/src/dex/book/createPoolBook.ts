import { dexFactories, poolContracts } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import { createEmitter, toPool } from '@outrigger/core/internal'
import type { Hex } from 'viem'
import { createKeptArchive } from './keptArchive.ts'
import type { PoolBook, PoolBookEvents, PoolBookOptions } from './poolBookTypes.ts'
import { createPoolFollower } from './poolFollower.ts'
import { createPoolParts } from './poolParts.ts'
import { createPoolSearch } from './poolSearch.ts'
import { createSnapshots } from './poolSnapshot.ts'
import { toTopics } from './poolSources.ts'
import { createRecentPools } from './recentPools.ts'
import { createStatusFilter, toStatus } from './status.ts'

const defaults = {
  maxPools: 20_000,
  maxKnown: 500_000,
  maxLogRange: 50_000n,
  proofInterval: 10n,
  searchHistory: true,
  logsFrom: 'logs',
} as const

/**
 * Creates a book that keeps the pools of a chain up to date with its latest block. The logs of factories report which
 * pools exist. States come from the pools' own logs, or from one read when a pool is requested or first touched. A
 * block costs at most three calls for any number of pools: one for its logs and two `eth_call`. If processing a block
 * takes longer than the chain's block time, reads continue. The book makes more calls until it has caught up after
 * the start.
 *
 * The book stays exact through reorgs, because it reads by block hash and reverts removed blocks. A contract counts
 * as a pool only if a known factory created it, regardless of its logs.
 *
 * @example
 * await using book = createPoolBook({ pool, store })
 * book.request({ tokens: [weth, usdc] })
 * await book.ready
 * book.on('block', ({ touched, snapshot }) => touched.map((id) => snapshot.get(id)))
 */
export function createPoolBook(options: PoolBookOptions): PoolBook {
  const settings = { ...defaults, dexes: dexFactories, contracts: poolContracts, ...options }
  const { store, searchHistory, maxLogRange, logsFrom } = settings
  const pool = toPool(settings.pool)
  const chain = pool.chain.name as ChainName
  const dexes = settings.dexes.filter(({ factories }) => factories[chain] !== undefined)
  const lifetime = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, lifetime.signal]) : lifetime.signal
  const events = createEmitter<PoolBookEvents>()
  const parts = createPoolParts({ ...settings, chain, dexes })
  const { tracker, history, requests, sources, lists, native } = parts
  const recent = createRecentPools()
  const keptArchive = store && createKeptArchive(store, chain)
  const snapshot = createSnapshots(history, native.toToken)

  const search = createPoolSearch({
    pool,
    store,
    chain,
    sources,
    maxLogRange,
    signal,
    onChange: reportStatus,
    onFound(found) {
      recent.add(found)
      requests.find(found.map((one) => one.pool))
      follower.wake()
    },
  })
  const follower = createPoolFollower({
    ...parts,
    pool,
    chain,
    dexes,
    topics: toTopics([...sources, ...lists.sources]),
    logsFrom,
    signal,
    onChange: reportStatus,
    begin: async () => tracker.load((await keptArchive?.load()) ?? []),
    onStart(block) {
      tracker.remove(recent.takeFrom(block + 1n))
      recent.clear()
      requests.forget()
      lists.undo(block + 1n)
      if (searchHistory) search.start(block)
    },
    onBlock(block, touched) {
      keptArchive?.save(tracker.takeKeptChanges())
      events.emit('block', { ...block, touched, snapshot: snapshot() })
    },
  })
  const filter = createStatusFilter()
  const status = () => toStatus(parts, { search: searchHistory ? search : null, follower })
  let resolveReady = () => {}
  const ready = new Promise<void>((resolve) => {
    resolveReady = resolve
  })

  function reportStatus(): void {
    const now = status()
    if (now.state === 'ready') resolveReady()
    if (!filter.isNew(now)) return
    options.onProgress?.(now)
    events.emit('status', now)
  }

  async function close(): Promise<void> {
    lifetime.abort()
    await Promise.all([follower.ended, search.ended])
    await keptArchive?.ended
    events.clear()
  }
  return {
    chain,
    ready,
    on: events.on,
    snapshot,
    status,
    block: () => history.block,
    get: (id) => snapshot().get(id),
    byTokens: (a, b) => snapshot().byTokens(a, b),
    byToken: (token) => snapshot().byToken(token),
    whyMissing: (id) => tracker.whyMissing(id.toLowerCase() as Hex),
    request(request) {
      const count = () => tracker.waiting + requests.waiting + lists.waiting
      const before = count()
      requests.request(request)
      if (count() > before) follower.wake()
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
