import type { ChainName, ChainProfile, Clock, Head } from '@outrigger/core'
import type { GasQuote } from '@outrigger/oracle'
import type { TokenPair } from '../dex/getSwapRoutes.ts'
import type { Market } from '../market/market.ts'
import type { BlockReader } from '../reads/blockReader.ts'
import { createFeeds, type Feeds } from './feeds.ts'
import { createGasReader } from './gasReader.ts'
import { shareAnswers } from './shareAnswers.ts'
import type { SizingContext } from './sizingContext.ts'
import { createTradeReader, type Trade, toNativePriceUsd } from './trade.ts'

/** What sizing needs to know of a block beside the positions: pools, flash lenders, gas and price feeds, as last read. */
export type SizingConditions = {
  readonly feeds: Pick<Feeds, 'sources' | 'aggregators'>
  /**
   * Asks for what the last block needed with the first questions about a new one, in the same `eth_call`. Nothing before
   * the first block was read: a search for pools is not to be begun again with every block.
   */
  readAhead(reader: BlockReader, markets: readonly Market[]): void
  /** @throws what the pool throws */
  read(
    block: { readonly reader: BlockReader; readonly header: Head['header'] },
    pairs: readonly TokenPair[],
    markets: readonly Market[],
  ): Promise<void>
  /** Null while too little is known: nothing was read, or what the native token is worth. */
  toContext(
    blockNumber: bigint,
    pendingUpdate: SizingContext['pendingUpdate'],
    markets: readonly Market[],
  ): SizingContext | null
  /** What was read is not to be relied on. */
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
      // The caller that asks for it gets the reason of the failure.
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
