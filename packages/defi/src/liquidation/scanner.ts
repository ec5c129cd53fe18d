import { type ChainName, OutriggerError } from '@outrigger/core'
import { createEmitter, createPoolClient, systemClock, toPool } from '@outrigger/core/internal'
import { getGasPrice } from '@outrigger/oracle'
import type { Hex } from 'viem'
import { lendingProtocols } from '../lending/registry.ts'
import { createAnnouncements } from './announcements.ts'
import { createAnticipator } from './anticipation.ts'
import { createBlockScanner, toMarkets } from './blockScanner.ts'
import { createBooks } from './book/createBooks.ts'
import { listPositions } from './listPositions.ts'
import type { LiquidationScan } from './opportunity.ts'
import { skipAll, toSoundMarkets, toSoundOpportunities, toUnread } from './scanCoverage.ts'
import type { LiquidationScanner, LiquidationScannerOptions, ProtocolStats, ScannerEvents } from './scannerTypes.ts'
import { createSizingConditions } from './sizingConditions.ts'
import { computeProtocolStats } from './stats.ts'

/** A scanner is closed before its books are complete, and `ready` is rejected. Create a new scanner. */
export class ScannerClosedError extends OutriggerError {
  readonly code = 'SCANNER_CLOSED'
  constructor(chain: string) {
    super(`The liquidation scanner of ${chain} was closed before its books were complete. Create a new one.`)
  }
}

/**
 * Watches every position of a chain's lending protocols and reports each profitable liquidation, sized for the highest
 * profit. It scans every block and, with `anticipate`, also pending prices. A block costs two provider calls for any
 * number of positions, and a third one if there is something new to read. A pending price costs none.
 *
 * It starts immediately with the search for borrowers (see `createBooks`). Close it when done. The pool stays open.
 *
 * @throws {InvalidProofIntervalError} if `proofInterval` is below 1
 * @example
 * await using scanner = createLiquidationScanner({ pool, store, minProfitUsd: 10 })
 * scanner.on('opportunity', ({ borrower, netProfitUsd, toCalls }) => send(toCalls(myLiquidator)))
 * await scanner.ready
 */
export function createLiquidationScanner(options: LiquidationScannerOptions): LiquidationScanner {
  const { protocols = lendingProtocols, minProfitUsd = 0, prove = false, clock = systemClock } = options
  const pool = toPool(options.pool)
  const chain = pool.chain.name as ChainName
  const lifetime = new AbortController()
  const { signal } = lifetime
  const client = createPoolClient(pool)
  const { gas = { get: () => getGasPrice(client, { chain: pool.chain }) } } = options
  const events = createEmitter<ScannerEvents>()
  const announcements = createAnnouncements()
  const conditions = createSizingConditions({ chain: pool.chain, gas, minProfitUsd, clock })
  const { feeds } = conditions
  const books = createBooks({
    ...options,
    protocols,
    signal,
    // The needs of the next block are not known until the current scan ends.
    onReader: (reader) => blocks.isScanning || conditions.readAhead(reader, toMarkets(allMarkets())),
  })
  const blocks = createBlockScanner({ chain, books, conditions, signal, ...(prove && { client }), onScan: report })
  const allMarkets = () => books.all().flatMap(({ markets }) => [...markets.values()])
  const isBlind = () => pool.report().status === 'unavailable'

  function report({ blockNumber, opportunities }: LiquidationScan, hash: Hex): void {
    const { news, gone } = announcements.update(opportunities, blockNumber)
    for (const one of news) events.emit('opportunity', one)
    for (const one of gone) events.emit('gone', one)
    events.emit('block', { number: blockNumber, hash })
  }

  books.on('block', blocks.see)
  books.on('state', (state) => events.emit('book', state))

  const anticipate = createAnticipator({
    signal,
    getState(transaction) {
      const { latest } = blocks
      const context = latest && conditions.toContext(latest.number, transaction, toMarkets(allMarkets()))
      return context && { markets: toSoundMarkets(books.all(), allMarkets()), sources: feeds.sources, context }
    },
    report(coming) {
      for (const one of announcements.anticipate([coming])) events.emit('opportunity', one)
    },
  })

  // Books emit the block that completes them before `ready` resolves.
  const ready = unlessClosed(books.ready.then(blocks.catchUp), chain, signal)
  async function close(): Promise<void> {
    lifetime.abort()
    options.signal?.removeEventListener('abort', close)
    await books.close()
    events.clear()
  }
  options.signal?.addEventListener('abort', close, { once: true })
  if (options.signal?.aborted) void close()

  return {
    chain,
    ready,
    on: events.on,
    books: () => books.all().map(({ state }) => state),
    opportunities: () => (isBlind() ? [] : toSoundOpportunities(books.all(), blocks.scan.opportunities)),
    skipped: () => {
      const { scan } = blocks
      const silence = `No ${chain} provider responds. The last scanned block is ${scan.blockNumber}.`
      const unread = isBlind() ? skipAll(books.all(), silence) : toUnread(books.all(), scan.blockNumber)
      return [...unread, ...scan.skipped]
    },
    stats: (): readonly ProtocolStats[] => books.all().flatMap(computeProtocolStats),
    positions: (maxHealth) => (isBlind() ? [] : listPositions(books.all(), maxHealth)),
    get feeds() {
      return feeds.aggregators
    },
    // Updates of feeds that no market uses are ignored.
    anticipate: async (updates, transaction) =>
      updates.some(({ aggregator }) => feeds.aggregators.has(aggregator)) ? anticipate(updates, transaction) : [],
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Rejects when the scanner is closed first. A rejection that no caller awaits is ignored. */
function unlessClosed(promise: Promise<void>, chain: string, signal: AbortSignal): Promise<void> {
  const closed = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new ScannerClosedError(chain)), { once: true })
  })
  const ready = Promise.race([promise, closed])
  ready.catch(() => {})
  return ready
}
