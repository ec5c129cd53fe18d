import { type ChainName, createEmitter, OutriggerError, systemClock } from '@outrigger/core'
import { getGasPrice } from '@outrigger/oracle'
import { createPublicClient, type PublicClient, BaseError as ViemError } from 'viem'
import type { TokenPair } from '../dex/getSwapRoutes.ts'
import { lendingProtocols } from '../lending/registry.ts'
import type { BlockReader } from '../reads/blockReader.ts'
import { createAnnouncements } from './announcements.ts'
import { createAnticipator } from './anticipation.ts'
import type { BookBlock, BookMarket } from './book/bookTypes.ts'
import { createBooks } from './book/createBooks.ts'
import { createFeeds } from './feeds.ts'
import { findCandidates, sortByDebt } from './findCandidates.ts'
import { createFollower } from './follower.ts'
import { createGasReader } from './gasReader.ts'
import { nearly } from './nearly.ts'
import type { LiquidationScan, Opportunity, SkippedPosition } from './opportunity.ts'
import { proveOpportunities } from './proveLiquidation.ts'
import { toRoutePairs } from './routePairs.ts'
import type { LiquidationScanner, LiquidationScannerOptions, ProtocolStats, ScannerEvents } from './scannerTypes.ts'
import { shareAnswers } from './shareAnswers.ts'
import { sizeInTurns } from './sizeInTurns.ts'
import type { SizingContext } from './sizingContext.ts'
import { computeProtocolStats } from './stats.ts'
import { createTradeReader, type Trade, toNativePriceUsd } from './trade.ts'

/** How far collateral may fall before a route that has not been read is missed. */
const nearDrop = 0.1
const mostNearPairs = 40
const nearEveryBlocks = 20n

/** Somebody waits for a scanner that was closed before it was ready. */
export class ScannerClosedError extends OutriggerError {
  readonly code = 'SCANNER_CLOSED'
  constructor(chain: string) {
    super(`The liquidation scanner of ${chain} was closed before its books were complete. Make another one.`)
  }
}

/**
 * Watches every position of a chain's lending protocols and tells of each liquidation that pays, sized to pay most: at
 * every block, and, given pending transactions by `anticipate`, before their prices are in one. A block costs two calls at
 * the provider however many positions there are, a third where it makes something new worth reading; a pending price none.
 *
 * Starts at once, with the search for borrowers (see `createBooks`). Close it when done; the pool stays open.
 *
 * @example
 * await using scanner = createLiquidationScanner({ pool, store, minProfitUsd: 10 })
 * scanner.on('opportunity', ({ borrower, netProfitUsd, toCalls }) => send(toCalls(myLiquidator)))
 * await scanner.ready
 */
export function createLiquidationScanner(options: LiquidationScannerOptions): LiquidationScanner {
  const { pool, protocols = lendingProtocols, minProfitUsd = 0, prove = false, clock = systemClock } = options
  const chain = pool.chain.name as ChainName
  const lifetime = new AbortController()
  const client = createPublicClient({
    chain: pool.chain.viemChain ?? undefined,
    transport: pool.transport,
  }) as unknown as PublicClient
  const { gas = { get: () => getGasPrice(client, { chain: pool.chain }) } } = options
  const events = createEmitter<ScannerEvents>()
  const announcements = createAnnouncements()
  const readTrade = shareAnswers(createTradeReader(chain), ({ tokenIn, tokenOut }: TokenPair) => tokenIn + tokenOut)
  const readWeiPerGas = createGasReader(pool.chain, () => gas.get(chain), clock)
  const feeds = createFeeds()
  const books = createBooks({
    ...{ pool, protocols, signal: lifetime.signal },
    ...(options.store && { store: options.store }),
    ...(options.proofInterval !== undefined && { proofInterval: options.proofInterval }),
    ...(options.onProgress && { onProgress: options.onProgress }),
    onReader: readAhead,
  })

  let scan: LiquidationScan = { chain, blockNumber: 0n, opportunities: [], skipped: [] }
  let trade: Trade | null = null
  let weiPerGas = 0n
  let near: { readonly pairs: readonly TokenPair[]; readonly block: bigint } | null = null
  let latest: BookBlock | null = null
  /** Those of the block that was looked at last. */
  let pairs: readonly TokenPair[] = []
  let isLooking = false

  /** What this block's look will need, if it is what the last one's was; what else it needs is read then. */
  function readAhead(reader: BlockReader): void {
    // A search for pools that is under way is not to be begun again with every block.
    if (trade === null || isLooking) return
    // Whoever asks for it is told why it fails.
    readTrade(reader, pairs).catch(() => {})
    feeds.refresh(reader, present()).catch(() => {})
  }

  /** What those may need soon who are not liquidatable yet: of the largest debts of all markets. */
  function findNear({ number, touched }: BookBlock): readonly TokenPair[] {
    const age = near === null ? nearEveryBlocks : number - near.block
    if (near === null || touched.length > 0 || age < 0n || age >= nearEveryBlocks) {
      const { candidates } = findCandidates(allMarkets(), (protocol) => nearly(protocol, nearDrop))
      near = { pairs: toRoutePairs(sortByDebt(candidates)).slice(0, mostNearPairs), block: number }
    }
    return near.pairs
  }

  const allMarkets = () => books.all().flatMap(({ markets }) => [...markets.values()])
  const doubts = () => new Map(books.all().flatMap((book) => [...book.doubts]))
  /** Those whose accounts are not known to be others than they are. */
  function toSound(markets: readonly BookMarket[]): readonly BookMarket[] {
    const doubtful = doubts()
    return markets.filter(({ market }) => !doubtful.has(market.id))
  }
  const present = () => allMarkets().map(({ market }) => market)

  function toSizingContext(blockNumber: bigint, pendingUpdate: SizingContext['pendingUpdate']): SizingContext | null {
    const nativePriceUsd = toNativePriceUsd(chain, present())
    if (trade === null || nativePriceUsd === null) return null
    const { routes, lenders, dataFeeWei } = trade
    const gasCost = { weiPerGas, nativePriceUsd, dataFeeWei }
    return { chain, blockNumber, routes, lenders, gasCost, minProfitUsd, timestampMs: clock.now(), pendingUpdate }
  }

  /** Whether what the books have of it now is of this block still; of the next one they tell soon. */
  function isCurrent({ markets }: BookBlock): boolean {
    const current = new Set(allMarkets().map(({ market }) => market))
    return markets.every(({ market }) => current.has(market))
  }

  /** False where that must wait for the next block. */
  async function look(block: BookBlock): Promise<boolean> {
    if (!isCurrent(block)) return false
    const { candidates, silent } = findCandidates(toSound(block.markets))
    pairs = [...toRoutePairs(candidates), ...findNear(block)]
    ;[trade, weiPerGas] = await Promise.all([
      readTrade(block.reader, pairs),
      readWeiPerGas(block.header),
      feeds.refresh(block.reader, present()),
    ])
    const around = toSizingContext(block.number, null)
    if (around === null) {
      const reason = `The value of the native token of ${chain} in US dollars is not known, and gas cannot be counted.`
      scan = { ...scan, blockNumber: block.number, skipped: skipAll(reason), opportunities: [] }
    } else {
      const found: Opportunity[] = []
      const skipped: SkippedPosition[] = [...silent]
      for await (const one of sizeInTurns(candidates, around)) {
        found.push(...one.opportunities)
        skipped.push(...one.skipped)
      }
      found.sort((a, b) => b.netProfitUsd - a.netProfitUsd)
      const { opportunities, refuted } = prove
        ? await proveOpportunities(client, found)
        : { opportunities: found, refuted: [] }
      scan = { chain, blockNumber: block.number, opportunities, skipped: [...skipped, ...refuted] }
    }
    const { news, gone } = announcements.update(scan.opportunities, block.number)
    for (const one of news) events.emit('opportunity', one)
    for (const one of gone) events.emit('gone', one)
    events.emit('block', { number: block.number, hash: block.hash })
    // Now nobody waits.
    for (const { protocol, market, table } of block.markets) table.renew(protocol, market)
    return true
  }

  const skipAll = (reason: string): readonly SkippedPosition[] =>
    books.all().map(({ protocol }) => ({ protocol: protocol.id, market: null, borrower: null, reason }))

  const isBlind = () => pool.report().status === 'unavailable'

  /** Protocols of which the latest block says nothing. */
  function toUnread(): readonly SkippedPosition[] {
    if (isBlind()) return skipAll(`No ${chain} provider answers; block ${scan.blockNumber} was the last.`)
    return books.all().flatMap(({ protocol, state, isStale, doubts }): readonly SkippedPosition[] => {
      const where = { protocol: protocol.id, market: null, borrower: null }
      if (state.state !== 'ready') {
        const share = Math.floor(100 * state.progress)
        return [
          { ...where, reason: state.reason ?? `Its borrowers are still being looked for: ${share} % is searched.` },
        ]
      }
      if (isStale) return [{ ...where, reason: state.reason ?? `It could not be read at block ${scan.blockNumber}.` }]
      return [...doubts].map(([market, reason]) => ({ ...where, market, reason }))
    })
  }

  /** What was true when providers fell silent may be so no more. */
  function toPresentOpportunities(): readonly Opportunity[] {
    const stale = new Set(books.all().flatMap(({ protocol, isStale }) => (isStale ? [protocol.id] : [])))
    const doubtful = doubts()
    const isSound = ({ protocol, market }: Opportunity) => !stale.has(protocol) && !doubtful.has(market)
    return isBlind() ? [] : scan.opportunities.filter(isSound)
  }

  const follower = createFollower<BookBlock>({
    async look(block) {
      isLooking = true
      try {
        return await look(block)
      } finally {
        isLooking = false
      }
    },
    onFailure(block, cause) {
      // Opportunities of an old block are worse than none.
      scan = { chain, blockNumber: block.number, opportunities: [], skipped: skipAll(toReason(cause)) }
      trade = null
    },
    signal: lifetime.signal,
  })
  books.on('block', (block) => {
    latest = block
    follower.see(block)
  })
  books.on('state', (state) => events.emit('book', state))

  const lookAhead = createAnticipator({
    signal: lifetime.signal,
    toPresent(transaction) {
      const context = latest && toSizingContext(latest.number, transaction)
      return context && { markets: toSound(allMarkets()), sources: feeds.sources, context }
    },
    tell(coming) {
      for (const one of announcements.anticipate([coming])) events.emit('opportunity', one)
    },
  })

  async function close(): Promise<void> {
    lifetime.abort()
    options.signal?.removeEventListener('abort', close)
    await books.close()
    events.clear()
  }
  const closed = new Promise<never>((_, reject) => {
    lifetime.signal.addEventListener('abort', () => reject(new ScannerClosedError(chain)), { once: true })
  })
  // What completed the books is seen before they say so.
  const ready = Promise.race([books.ready.then(follower.catchUp), closed])
  // Nobody need wait for it.
  ready.catch(() => {})
  options.signal?.addEventListener('abort', close, { once: true })
  if (options.signal?.aborted) void close()

  return {
    chain,
    ready,
    on: events.on,
    books: () => books.all().map(({ state }) => state),
    opportunities: toPresentOpportunities,
    skipped: () => [...toUnread(), ...scan.skipped],
    stats: (): readonly ProtocolStats[] => books.all().flatMap(computeProtocolStats),
    get feeds() {
      return feeds.aggregators
    },
    // What is for feeds that nothing depends on takes no place from the others.
    anticipate: async (updates, transaction) =>
      updates.some(({ aggregator }) => feeds.aggregators.has(aggregator)) ? lookAhead(updates, transaction) : [],
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** What lies at the bottom of it: viem wraps that in the whole request. */
function toReason(cause: unknown): string {
  return ((cause instanceof ViemError ? cause.walk() : cause) as Error).message
}
