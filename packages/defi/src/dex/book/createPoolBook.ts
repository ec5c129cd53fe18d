import { dexFactories, poolContracts } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import { createEmitter } from '@outrigger/core/internal'
import type { Hex } from 'viem'
import { createHeldArchive } from './heldArchive.ts'
import type { PoolBook, PoolBookEvents, PoolBookOptions } from './poolBookTypes.ts'
import { createPoolFollower } from './poolFollower.ts'
import { createPoolParts } from './poolParts.ts'
import { createPoolSearch } from './poolSearch.ts'
import { createSnapshots } from './poolSnapshot.ts'
import { toTopics } from './poolSources.ts'
import { createRecentPools } from './recentPools.ts'
import { createStatusNews, toStatus } from './status.ts'

const defaults = {
  maxPools: 20_000,
  maxKnown: 500_000,
  maxLogRange: 50_000n,
  proofInterval: 10n,
  searchHistory: true,
  logsFrom: 'logs',
} as const

/**
 * Keeps the pools of a chain as its latest block leaves them. Which pools there are come from the logs of their factories;
 * states from the logs of the pools themselves, or from one reading when a pool is wanted or first touched. A block costs
 * three calls at most, whatever the number of pools: one for its logs and two `eth_call`; where a block takes longer than
 * the chain's block time, reads go on. Until it has caught up at the start it asks more.
 *
 * Exact through reorganisations: readings are of a block's hash, and a removed block is undone. A contract that no known
 * factory has made is no pool, whatever it logs.
 *
 * @example
 * await using book = createPoolBook({ pool, store })
 * book.want({ tokens: [weth, usdc] })
 * await book.ready
 * book.on('block', ({ touched, snapshot }) => touched.map((id) => snapshot.get(id)))
 */
export function createPoolBook(options: PoolBookOptions): PoolBook {
  const settings = { ...defaults, dexes: dexFactories, contracts: poolContracts, ...options }
  const { pool, store, searchHistory, maxLogRange, logsFrom } = settings
  const chain = pool.chain.name as ChainName
  const dexes = settings.dexes.filter(({ factories }) => factories[chain] !== undefined)
  const lifetime = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, lifetime.signal]) : lifetime.signal
  const events = createEmitter<PoolBookEvents>()
  const parts = createPoolParts({ ...settings, chain, dexes })
  const { tracker, history, wants, sources, lists, native } = parts
  const recent = createRecentPools()
  const held = store && createHeldArchive(store, chain)
  const snapshot = createSnapshots(history, native.toToken)

  const search = createPoolSearch({
    pool,
    store,
    chain,
    sources,
    maxLogRange,
    signal,
    onChange: tell,
    onFound(found) {
      recent.add(found)
      wants.find(found.map((one) => one.pool))
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
    onChange: tell,
    begin: async () => tracker.load((await held?.load()) ?? []),
    onStart(block) {
      tracker.remove(recent.takeFrom(block + 1n))
      recent.clear()
      wants.forget()
      lists.undo(block + 1n)
      if (searchHistory) search.start(block)
    },
    onBlock(block, touched) {
      held?.save(tracker.takeHeldChanges())
      events.emit('block', { ...block, touched, snapshot: snapshot() })
    },
  })
  const news = createStatusNews()
  const status = () => toStatus(parts, { search: searchHistory ? search : null, follower })
  let resolveReady = () => {}
  const ready = new Promise<void>((resolve) => {
    resolveReady = resolve
  })

  function tell(): void {
    const now = status()
    if (now.state === 'ready') resolveReady()
    if (!news.isNew(now)) return
    options.onProgress?.(now)
    events.emit('status', now)
  }

  async function close(): Promise<void> {
    lifetime.abort()
    await Promise.all([follower.ended, search.ended])
    await held?.ended
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
    want(want) {
      const count = () => tracker.waiting + wants.waiting + lists.waiting
      const before = count()
      wants.want(want)
      if (count() > before) follower.wake()
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
