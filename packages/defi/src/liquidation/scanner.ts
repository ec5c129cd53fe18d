import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ChainName, createEmitter, systemClock } from '@outrigger/core'
import { getGasPrice } from '@outrigger/oracle'
import { createPublicClient, type PublicClient } from 'viem'
import { LendingReadError } from '../lending/blockReader.ts'
import { predictMarkets } from '../prices/predictMarkets.ts'
import { lendingProtocols } from '../protocols/lendingRegistry.ts'
import { createAnnouncements } from './announcements.ts'
import type { BookBlock, BookMarket } from './book/bookTypes.ts'
import { createBooks } from './book/createBooks.ts'
import type { Judge } from './book/liquidatable.ts'
import { type Candidate, computeOpportunities, type Surroundings } from './computeOpportunities.ts'
import { toExitPairs } from './exitPairs.ts'
import { createFeeds } from './feeds.ts'
import { nearly } from './nearly.ts'
import type { LiquidationScan, Opportunity, SkippedPosition } from './opportunity.ts'
import { proveOpportunities } from './proveLiquidation.ts'
import type { LiquidationScanner, LiquidationScannerOptions, ProtocolStats, ScannerEvents } from './scannerTypes.ts'
import { computeProtocolStats } from './stats.ts'
import { createTradeReader, type Trade, toNativePriceUsd } from './trade.ts'

/** How far collateral may fall before an exit that has not been read is missed. */
const nearDrop = 0.1
const mostNear = 200
const nearEveryBlocks = 20n
const gasTtlMs = 12_000
const mostWaiting = 64
const mostSliceMs = 3

/**
 * Watches every position of a chain's lending protocols and tells of each liquidation that pays, sized to pay most: at
 * every block, and, given pending transactions by `anticipate`, before their prices are in one. A block costs at most
 * three calls at the provider however many positions there are, a pending price none.
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
  const gas = options.gas ?? { get: () => getGasPrice(client, { chain: pool.chain }) }
  const events = createEmitter<ScannerEvents>()
  const announcements = createAnnouncements()
  const readTrade = createTradeReader(chain)
  const feeds = createFeeds()
  const books = createBooks({
    ...{ pool, protocols, signal: lifetime.signal },
    ...(options.store && { store: options.store }),
    ...(options.onProgress && { onProgress: options.onProgress }),
  })

  let scan: LiquidationScan = { chain, blockNumber: 0n, opportunities: [], skipped: [] }
  let trade: Trade | null = null
  let weiPerGas: { readonly value: bigint; readonly atMs: number } | null = null
  let near: { readonly candidates: readonly Candidate[]; readonly block: bigint } | null = null
  let latest: BookBlock | null = null
  let isLooking = false
  let looking = Promise.resolve()

  async function refreshGas(): Promise<void> {
    if (weiPerGas !== null && clock.now() - weiPerGas.atMs < gasTtlMs) return
    const { tiers } = await gas.get(chain)
    weiPerGas = { value: tiers.fast.baseFeePerGas + tiers.fast.maxPriorityFeePerGas, atMs: clock.now() }
  }

  function findNear({ number, touched }: BookBlock): readonly Candidate[] {
    const age = near === null ? nearEveryBlocks : number - near.block
    if (near === null || touched.length > 0 || age < 0n || age >= nearEveryBlocks) {
      const { candidates } = find(allMarkets(), (protocol) => nearly(protocol, nearDrop))
      near = { candidates: candidates.slice(0, mostNear), block: number }
    }
    return near.candidates
  }

  const allMarkets = () => books.all().flatMap(({ markets }) => [...markets.values()])
  const present = () => allMarkets().map(({ market }) => market)

  function toSurroundings(pendingUpdate: Surroundings['pendingUpdate']): Surroundings | null {
    const nativePriceUsd = toNativePriceUsd(chain, present())
    if (trade === null || nativePriceUsd === null || weiPerGas === null) return null
    const gasCost = { weiPerGas: weiPerGas.value, nativePriceUsd }
    const blockNumber = latest?.number ?? 0n
    return { chain, blockNumber, ...trade, gasCost, minProfitUsd, timestampMs: clock.now(), pendingUpdate }
  }

  async function look(block: BookBlock): Promise<void> {
    const { candidates, silent } = find(block.markets)
    const pairs = toExitPairs([...candidates, ...findNear(block)])
    ;[trade] = await Promise.all([readTrade(block.reader, pairs), feeds.refresh(block.reader, present()), refreshGas()])
    const around = toSurroundings(null)
    if (around === null) {
      const reason = `The value of the native token of ${chain} in US dollars is not known, and gas cannot be counted.`
      scan = { ...scan, blockNumber: block.number, skipped: skipAll(reason), opportunities: [] }
    } else {
      const found = computeOpportunities(candidates, around)
      const { opportunities, refuted } = prove
        ? await proveOpportunities(client, found.opportunities)
        : { ...found, refuted: [] }
      scan = { ...found, opportunities, skipped: [...silent, ...found.skipped, ...refuted] }
    }
    const { news, gone } = announcements.update(scan.opportunities, block.number)
    for (const one of news) events.emit('opportunity', one)
    for (const one of gone) events.emit('gone', one)
    events.emit('block', { number: block.number, hash: block.hash })
  }

  const skipAll = (reason: string): readonly SkippedPosition[] =>
    books.all().map(({ protocol }) => ({ protocol: protocol.id, market: null, borrower: null, reason }))

  /** Protocols of which the latest block says nothing. */
  function toUnread(): readonly SkippedPosition[] {
    return books.all().flatMap(({ protocol, state, isStale }) => {
      const where = { protocol: protocol.id, market: null, borrower: null }
      if (state.state !== 'ready') {
        const share = Math.floor(100 * state.progress)
        return [
          { ...where, reason: state.reason ?? `Its borrowers are still being looked for: ${share} % is searched.` },
        ]
      }
      return isStale ? [{ ...where, reason: state.reason ?? `It could not be read at block ${scan.blockNumber}.` }] : []
    })
  }

  let resolveReady = () => {}
  const firstLook = new Promise<void>((resolve) => {
    resolveReady = resolve
  })
  /** One block at a time, and of those that come meanwhile the last. */
  async function lookOn(): Promise<void> {
    isLooking = true
    for (let seen: BookBlock | null = null; latest !== null && seen !== latest && !lifetime.signal.aborted; ) {
      const block: BookBlock = latest
      seen = block
      // What fails is looked at again with the next block; opportunities of an old one are worse than none.
      await look(block).catch((cause: Error) => {
        scan = { chain, blockNumber: block.number, opportunities: [], skipped: skipAll(cause.message) }
      })
      resolveReady()
    }
    isLooking = false
  }
  books.on('block', (block) => {
    latest = block
    if (!isLooking) looking = lookOn()
  })
  books.on('state', (state) => events.emit('book', state))

  let waiting = 0
  let anticipated: Promise<unknown> = Promise.resolve()
  function anticipate(...update: Parameters<LiquidationScanner['anticipate']>): Promise<readonly Opportunity[]> {
    if (waiting >= mostWaiting) return Promise.resolve([])
    waiting += 1
    const result = anticipated.then(() => lookAhead(...update)).finally(() => (waiting -= 1))
    anticipated = result.catch(() => {})
    return result
  }

  async function lookAhead(
    ...[updates, transaction]: Parameters<LiquidationScanner['anticipate']>
  ): Promise<readonly Opportunity[]> {
    const around = lifetime.signal.aborted ? null : toSurroundings(transaction)
    if (around === null) return []
    const known = new Map(allMarkets().map((one) => [one.market.id, one]))
    const { markets } = predictMarkets(
      [...known.values()].map(({ market }) => market),
      feeds.sources,
      updates,
    )
    const { candidates } = find(
      markets.flatMap((market) => {
        const one = known.get(market.id)
        return one === undefined ? [] : [{ ...one, market }]
      }),
    )
    const coming: Opportunity[] = []
    let sliceMs = performance.now()
    for (const candidate of candidates) {
      const { opportunities } = computeOpportunities([candidate], around)
      coming.push(...opportunities)
      for (const one of announcements.anticipate(opportunities)) events.emit('opportunity', one)
      if (performance.now() - sliceMs < mostSliceMs) continue
      // What was found goes out, and whoever floods the mempool with updates does not stop everything else.
      await nextTurn()
      sliceMs = performance.now()
    }
    return coming.sort((a, b) => b.netProfitUsd - a.netProfitUsd)
  }

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
    // What completed the books is being looked at when they say so.
    ready: Promise.all([books.ready, firstLook]).then(() => looking),
    on: events.on,
    books: () => books.all().map(({ state }) => state),
    opportunities: () => scan.opportunities,
    skipped: () => [...toUnread(), ...scan.skipped],
    stats: (): readonly ProtocolStats[] => books.all().flatMap(computeProtocolStats),
    get feeds() {
      return feeds.aggregators
    },
    anticipate,
    close,
    [Symbol.asyncDispose]: close,
  }
}

type Found = { readonly candidates: readonly Candidate[]; readonly silent: readonly SkippedPosition[] }

/** Accounts of these markets that can be liquidated, or that another judge finds: lowest health factor first in each. */
function find(
  markets: readonly BookMarket[],
  toJudge: (protocol: BookMarket['protocol']) => Judge = (protocol) => protocol,
): Found {
  const silent: SkippedPosition[] = []
  const candidates = markets.flatMap(({ protocol, market, table }) => {
    try {
      const found = table.findLiquidatable(toJudge(protocol), market)
      return found.map(({ account, health }) => ({ protocol, market, account, health }))
    } catch (cause) {
      // An oracle that does not answer, say: the other markets go on without.
      if (!(cause instanceof LendingReadError)) throw cause
      silent.push({ protocol: protocol.id, market: market.id, borrower: null, reason: cause.message })
      return []
    }
  })
  return { candidates, silent }
}
