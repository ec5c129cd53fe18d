import type { ChainName, ChainProfile, Clock, Head } from '@outrigger/core'
import type { GasQuote } from '@outrigger/oracle'
import type { TokenPair } from '../dex/router/getSwapRoutes.ts'
import type { Market } from '../lending/market.ts'
import type { BlockReader } from '../reads/blockReader.ts'
import { createFeeds, type Feeds } from './feeds.ts'
import { createGasReader } from './gasReader.ts'
import { shareAnswers } from './shareAnswers.ts'
import type { SizingContext } from './sizingContext.ts'
import { createTradeReader, type Trade, toNativePriceUsd } from './trade.ts'

/** The last read pools, flash lenders, gas price and price feeds. They are used for sizing. */
export type SizingConditions = {
  readonly feeds: Pick<Feeds, 'sources' | 'aggregators'>
  /**
   * Prefetches what the last block needed, in the same `eth_call` as the first reads of a new block. Does nothing before the
   * first block was read, because that would start a new search for pools with every block.
   */
  readAhead(reader: BlockReader, markets: readonly Market[]): void
  /** @throws the pool's error if no provider responds */
  read(
    block: { readonly reader: BlockReader; readonly header: Head['header'] },
    pairs: readonly TokenPair[],
    markets: readonly Market[],
  ): Promise<void>
  /** Returns null before the first read, and while the value of the native token is unknown. */
  toContext(
    blockNumber: bigint,
    pendingUpdate: SizingContext['pendingUpdate'],
    markets: readonly Market[],
  ): SizingContext | null
  /** Discards the state that was read. */
  forget(): void
}

export type SizingConditionsOptions = {
  readonly chain: ChainProfile
  readonly gas: { get(chain: ChainName): Promise<GasQuote> }
  readonly minProfitUsd: number
  readonly clock: Clock
}

export function createSizingConditions(options: SizingConditionsOptions): SizingConditions {
  const { gas, minProfitUsd, clock } = options
  const chain = options.chain.name as ChainName
  const readTrade = shareAnswers(createTradeReader(chain), ({ tokenIn, tokenOut }: TokenPair) => tokenIn + tokenOut)
  const readWeiPerGas = createGasReader(options.chain, () => gas.get(chain), clock)
  const feeds = createFeeds()
  let trade: Trade | null = null
  let weiPerGas = 0n
  let lastPairs: readonly TokenPair[] = []
  return {
    feeds,
    readAhead(reader, markets) {
      if (trade === null) return
      // `read` reports the failure.
      readTrade(reader, lastPairs).catch(() => {})
      feeds.refresh(reader, markets).catch(() => {})
    },
    async read({ reader, header }, pairs, markets) {
      lastPairs = pairs
      ;[trade, weiPerGas] = await Promise.all([
        readTrade(reader, pairs),
        readWeiPerGas(header),
        feeds.refresh(reader, markets),
      ])
    },
    toContext(blockNumber, pendingUpdate, markets) {
      const nativePriceUsd = toNativePriceUsd(chain, markets)
      if (trade === null || nativePriceUsd === null) return null
      const { routes, lenders, dataFeeWei } = trade
      const gasCost = { weiPerGas, nativePriceUsd, dataFeeWei }
      return { chain, blockNumber, routes, lenders, gasCost, minProfitUsd, timestampMs: clock.now(), pendingUpdate }
    },
    forget() {
      trade = null
    },
  }
}
