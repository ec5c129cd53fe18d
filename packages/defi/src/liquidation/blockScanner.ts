import type { ChainName } from '@outrigger/core'
import { type Hex, type PublicClient, BaseError as ViemError } from 'viem'
import type { Market } from '../lending/market.ts'
import { createAnticipatedPairs } from './anticipatedPairs.ts'
import type { BookBlock, BookMarket, Books } from './book/bookTypes.ts'
import { findCandidates } from './findCandidates.ts'
import { createFollower } from './follower.ts'
import type { LiquidationScan } from './opportunity.ts'
import { proveOpportunities } from './proveLiquidation.ts'
import { toRoutePairs } from './routePairs.ts'
import { skipAll, toSoundMarkets } from './scanCoverage.ts'
import { sizeAll } from './sizeInTurns.ts'
import type { SizingConditions } from './sizingConditions.ts'

export type BlockScannerOptions = {
  readonly chain: ChainName
  readonly books: Books
  readonly conditions: SizingConditions
  /** If set, each liquidation is proven by simulation. */
  readonly client?: PublicClient
  readonly onScan: (scan: LiquidationScan, hash: Hex) => void
  readonly signal: AbortSignal
}

/**
 * Searches each block for opportunities. If blocks arrive faster than they are searched, only the latest block is
 * searched next.
 */
export type BlockScanner = {
  readonly scan: LiquidationScan
  readonly latest: BookBlock | null
  readonly isScanning: boolean
  see(block: BookBlock): void
  /** Resolves when all blocks seen so far were scanned or failed. Never resolves after the signal aborts. */
  catchUp(): Promise<void>
}

export function createBlockScanner(options: BlockScannerOptions): BlockScanner {
  const { chain, books, conditions, client, onScan, signal } = options
  const findNear = createAnticipatedPairs()
  let scan: LiquidationScan = { chain, blockNumber: 0n, opportunities: [], skipped: [] }
  let latest: BookBlock | null = null
  let isScanning = false

  /** Returns null if the books have already moved on to the next block. */
  async function scanBlock(block: BookBlock): Promise<LiquidationScan | null> {
    const allMarkets = books.all().flatMap(({ markets }) => [...markets.values()])
    const present = toMarkets(allMarkets)
    const current = new Set(present)
    if (!block.markets.every(({ market }) => current.has(market))) return null
    const { candidates, silent } = findCandidates(toSoundMarkets(books.all(), block.markets))
    await conditions.read(block, [...toRoutePairs(candidates), ...findNear(block, allMarkets)], present)
    const context = conditions.toContext(block.number, null, present)
    if (context === null) {
      const reason = `The dollar value of the native token of ${chain} is not known, so gas costs cannot be computed.`
      return { chain, blockNumber: block.number, opportunities: [], skipped: skipAll(books.all(), reason) }
    }
    const { opportunities: found, skipped } = await sizeAll(candidates, context)
    const proven = client ? await proveOpportunities(client, found) : { opportunities: found, refuted: [] }
    return {
      chain,
      blockNumber: block.number,
      opportunities: proven.opportunities,
      skipped: [...silent, ...skipped, ...proven.refuted],
    }
  }

  async function processBlock(block: BookBlock): Promise<boolean> {
    isScanning = true
    const scanned = await scanBlock(block).finally(() => {
      isScanning = false
    })
    if (scanned === null) return false
    scan = scanned
    onScan(scan, block.hash)
    // Done after reporting, so that it delays no opportunity.
    for (const { protocol, market, table } of block.markets) table.renew(protocol, market)
    return true
  }

  const follower = createFollower<BookBlock>({
    process: processBlock,
    onFailure({ number }, cause) {
      // Outdated opportunities are worse than none.
      scan = { chain, blockNumber: number, opportunities: [], skipped: skipAll(books.all(), toReason(cause)) }
      conditions.forget()
    },
    signal,
  })
  return {
    get scan() {
      return scan
    },
    get latest() {
      return latest
    },
    get isScanning() {
      return isScanning
    },
    see(block) {
      latest = block
      follower.see(block)
    },
    catchUp: follower.catchUp,
  }
}

export const toMarkets = (markets: readonly BookMarket[]): readonly Market[] => markets.map(({ market }) => market)

/** Returns the message of the root cause. viem's own message repeats the whole request. */
function toReason(cause: unknown): string {
  return ((cause instanceof ViemError ? cause.walk() : cause) as Error).message
}
