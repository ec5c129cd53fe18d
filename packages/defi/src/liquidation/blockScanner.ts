import type { ChainName } from '@outrigger/core'
import { type Hex, type PublicClient, BaseError as ViemError } from 'viem'
import type { Market } from '../market/market.ts'
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
  /** Proves each liquidation by simulation, where it is given. */
  readonly client?: PublicClient
  readonly onScan: (scan: LiquidationScan, hash: Hex) => void
  readonly signal: AbortSignal
}

/** Looks for opportunities block by block; of blocks that come while it looks, the last. */
export type BlockScanner = {
  readonly scan: LiquidationScan
  readonly latest: BookBlock | null
  readonly isScanning: boolean
  see(block: BookBlock): void
  /** Resolves when what has been seen by now was looked at, or failed; never after the signal. */
  catchUp(): Promise<void>
}

export function createBlockScanner(options: BlockScannerOptions): BlockScanner {
  const { chain, books, conditions, client, onScan, signal } = options
  const findNear = createAnticipatedPairs()
  let scan: LiquidationScan = { chain, blockNumber: 0n, opportunities: [], skipped: [] }
  let latest: BookBlock | null = null
  let isScanning = false

  /** Null where that must wait for the next block, since the books are of that already. */
  async function scanBlock(block: BookBlock): Promise<LiquidationScan | null> {
    const allMarkets = books.all().flatMap(({ markets }) => [...markets.values()])
    const present = toMarkets(allMarkets)
    const current = new Set(present)
    if (!block.markets.every(({ market }) => current.has(market))) return null
    const { candidates, silent } = findCandidates(toSoundMarkets(books.all(), block.markets))
    await conditions.read(block, [...toRoutePairs(candidates), ...findNear(block, allMarkets)], present)
    const context = conditions.toContext(block.number, null, present)
    if (context === null) {
      const reason = `The value of the native token of ${chain} in US dollars is not known, and gas cannot be counted.`
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

  async function look(block: BookBlock): Promise<boolean> {
    isScanning = true
    const scanned = await scanBlock(block).finally(() => {
      isScanning = false
    })
    if (scanned === null) return false
    scan = scanned
    onScan(scan, block.hash)
    // Now nobody waits.
    for (const { protocol, market, table } of block.markets) table.renew(protocol, market)
    return true
  }

  const follower = createFollower<BookBlock>({
    look,
    onFailure({ number }, cause) {
      // Opportunities of an old block are worse than none.
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

/** What lies at the bottom of it: viem wraps that in the whole request. */
function toReason(cause: unknown): string {
  return ((cause instanceof ViemError ? cause.walk() : cause) as Error).message
}
