import { type ChainName, createEmitter, createMemoryStore, type Head, OutriggerError, sleep } from '@outrigger/core'
import type { Hex } from 'viem'
import type { Market } from '../../market/market.ts'
import { valueMarkets } from '../../market/prices.ts'
import { type AffectedAccounts, getAffectedAccounts } from './affectedAccounts.ts'
import { createBook } from './book.ts'
import type { Books, BooksEvents, BooksOptions } from './bookTypes.ts'
import { createHeadReader, getLatestHead } from './headReader.ts'

/** A reorganisation this deep is followed block by block; the provider pool tells no deeper ones that way. */
const rememberedBlocks = 256
const parallelBlocks = 4
/** Heads whose logs are waited for. Beyond it the accounts are looked for and read anew. */
const maxQueue = 4_096
const retryMs = { min: 50, max: 1_000 }
const idleMs = 60_000
const defaultLogRange = 50_000n
const defaultProofInterval = 100n

/** No number of blocks. */
export class InvalidProofIntervalError extends OutriggerError {
  readonly code = 'INVALID_PROOF_INTERVAL'
  constructor(interval: bigint) {
    super(`A book cannot prove itself every ${interval} blocks. Set \`proofInterval\` to 1n or more.`)
  }
}

/**
 * Finds every borrower of the protocols on the pool's chain and keeps all positions up to date. After the search, a block
 * costs one `eth_getLogs` and one `eth_call`, whatever the number of protocols and positions; when blocks come faster than
 * they are read, states between are passed over, but no log is.
 *
 * Exact through reorganisations: state is read at a block's hash, and whom a removed block had touched is read again.
 *
 * @example
 * await using books = createBooks({ pool, store, protocols: lendingProtocols })
 * await books.ready
 * books.on('block', ({ markets }) => markets.map(({ protocol, market, table }) => table.findLiquidatable(protocol, market)))
 */
export function createBooks(options: BooksOptions): Books {
  const { pool, store = createMemoryStore(), protocols, maxLogRange = defaultLogRange, onProgress } = options
  const { proofInterval = defaultProofInterval } = options
  if (proofInterval < 1n) throw new InvalidProofIntervalError(proofInterval)
  const chain = pool.chain.name as ChainName
  const lifetime = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, lifetime.signal]) : lifetime.signal
  const events = createEmitter<BooksEvents>()
  const told = new Map<string, string>()
  let resolveReady = () => {}
  const ready = new Promise<void>((resolve) => {
    resolveReady = resolve
  })

  const books = protocols
    .filter(({ deployments }) => deployments[chain] !== undefined)
    .map((protocol) =>
      createBook({
        pool,
        store,
        protocol,
        chain,
        maxLogRange,
        proofInterval,
        signal,
        onChange,
        getTrouble: () => trouble,
      }),
    )
  const trackers = books.flatMap((book) => book.trackers)

  /** Why the logs of a head could not be read, until they are. */
  let trouble: string | null = null
  /** The latest head, null after it was removed. */
  let tip: Head | null = null
  /** What the next head is built on. */
  let parent: Hex | null = null
  /** Heads whose logs are still to be read. */
  let queue: Head[] = []
  const remembered = new Map<Hex, AffectedAccounts>()
  let isAwake = false
  let nap: AbortController | undefined
  function wake(): void {
    isAwake = true
    nap?.abort()
  }

  function onChange(): void {
    tellStates()
    wake()
  }

  /** What was found up to a removed block, or read before logs told of changes, may be of the branch that was left. */
  function restartFrom(removed: bigint): void {
    for (const tracker of trackers) if (tracker.since !== null && tracker.since >= removed) tracker.restart()
  }

  function onHead(head: Head): void {
    // The stream's first may be the one that was asked for.
    if (!head.removed && head.hash === tip?.hash) return
    if (head.removed) {
      queue = queue.filter(({ hash }) => hash !== head.hash)
      for (const { tracker, market, accounts } of remembered.get(head.hash) ?? []) tracker.mark(market, accounts)
      remembered.delete(head.hash)
      for (const tracker of trackers) tracker.compareAll()
      restartFrom(head.number)
      tip = null
      parent = head.parentHash
      return
    }
    // The pool has passed over blocks, or a reorganisation went below the first head; or nobody gives logs for too long.
    const isBroken = parent !== null && parent !== head.parentHash
    if (isBroken || queue.length >= maxQueue) {
      queue = []
      remembered.clear()
      for (const tracker of trackers) tracker.restart()
    }
    tip = head
    parent = head.hash
    queue.push(head)
    wake()
  }

  /** Whether its logs were read, and it has been neither removed nor passed over since. */
  const isPresent = ({ hash }: Head) => remembered.has(hash)

  /** Marks whom a block has touched. Tries until it works, or the block has left the chain. */
  async function readLogs(head: Head): Promise<void> {
    for (
      let delayMs = retryMs.min;
      queue.includes(head) && !signal.aborted;
      delayMs = Math.min(retryMs.max, 2 * delayMs)
    )
      try {
        const touches = await getAffectedAccounts(pool, head, trackers, signal)
        for (const { tracker, market, accounts } of touches) tracker.mark(market, accounts)
        if (queue.includes(head)) remembered.set(head.hash, touches)
        queue = queue.filter((one) => one !== head)
        const [oldest] = remembered.keys()
        if (remembered.size > rememberedBlocks && oldest !== undefined) remembered.delete(oldest)
        trouble = null
      } catch (error) {
        trouble = (error as Error).message
        tellStates()
        await sleep(delayMs, signal)
      }
  }

  /** Reads what is due at one head, in as few calls as there are rounds of questions. */
  async function readState(head: Head): Promise<void> {
    const due = trackers.filter((tracker) => tracker.dueInMs(head) === 0)
    if (due.length === 0) return
    const reader = await createHeadReader(pool, head, signal)
    options.onReader?.(reader)
    const readings = await Promise.all(due.map((tracker) => tracker.read(reader, head)))
    if (!isPresent(head)) restartFrom(head.number)
    if (signal.aborted || readings.every((reading) => reading === null)) return
    for (const book of books) book.prove()
    value()
    events.emit('block', {
      number: head.number,
      hash: head.hash,
      timestamp: head.timestamp,
      header: head.header,
      reader,
      markets: trackers.flatMap((tracker) => (tracker.head === head ? [...tracker.markets.values()] : [])),
      touched: readings.flatMap((reading) => reading ?? []),
    })
  }

  function value(): void {
    const markets = trackers.flatMap((tracker) =>
      [...tracker.markets.values()].map(({ market }) => ({ tracker, market })),
    )
    const valued = valueMarkets(markets.map(({ market }) => market))
    for (const [index, { tracker }] of markets.entries()) tracker.revalue(valued[index] as Market)
  }

  function tellStates(): void {
    for (const { state } of books) {
      // That a proof was repeated is no news.
      const { proof, ...rest } = state
      const text = JSON.stringify({ ...rest, isProven: proof?.isProven })
      if (told.get(state.protocol) === text) continue
      told.set(state.protocol, text)
      onProgress?.(state)
      events.emit('state', state)
    }
    if (books.every(({ isSettled }) => isSettled)) resolveReady()
  }

  /** The pool tells of the present head only whoever watches first. */
  async function begin(): Promise<void> {
    for (let delayMs = retryMs.min; parent === null && !signal.aborted; delayMs = Math.min(retryMs.max, 2 * delayMs))
      try {
        const head = await getLatestHead(pool, signal)
        if (parent === null) onHead(head)
      } catch (error) {
        trouble = (error as Error).message
        tellStates()
        await sleep(delayMs, signal)
      }
    trouble = null
  }

  async function follow(): Promise<void> {
    await begin()
    while (!signal.aborted) {
      isAwake = false
      // What comes meanwhile waits for the next round: an account that a later block touched must be read at that one.
      const [next, unread] = [tip, [...queue]]
      while (unread.length > 0 && !signal.aborted) await Promise.all(unread.splice(0, parallelBlocks).map(readLogs))
      if (next !== null && isPresent(next) && !signal.aborted) await readState(next)
      for (const book of books) book.advance()
      tellStates()
      const head = tip
      const restMs = Math.min(
        idleMs,
        ...trackers.map((tracker) => (head === null ? idleMs : (tracker.dueInMs(head) ?? idleMs))),
      )
      nap = new AbortController()
      if (!isAwake) await sleep(restMs, nap.signal)
    }
  }

  signal.addEventListener('abort', wake, { once: true })
  const unwatch = pool.watchHeads(onHead)
  const following = follow()
  async function close(): Promise<void> {
    lifetime.abort()
    await Promise.all([following, ...books.map(({ ended }) => ended)])
    events.clear()
  }
  signal.addEventListener('abort', unwatch, { once: true })

  return {
    chain,
    ready,
    on: events.on,
    get: (id) => books.find(({ protocol }) => protocol.id === id),
    all: () => books,
    close,
    [Symbol.asyncDispose]: close,
  }
}
