import { type ChainName, chains } from '@outrigger/core'
import { getSwapRoutes, type SwapRouteSnapshot, type TokenPair } from '../dex/router/getSwapRoutes.ts'
import type { Market } from '../lending/market.ts'
import { toPriceUsd } from '../lending/prices.ts'
import type { BlockReader } from '../reads/blockReader.ts'
import type { FlashLender } from './flashLoans.ts'
import { getDataFee } from './getDataFee.ts'
import { getFlashLenders, type KnownLenders } from './getFlashLenders.ts'

/** Swap routes and flash lenders at one block. */
export type Trade = {
  readonly routes: SwapRouteSnapshot
  readonly lenders: readonly FlashLender[]
  /** Cost of the transaction in addition to its gas. */
  readonly dataFeeWei: bigint
}

/** Pools are created and emptied, so the search for them is repeated after this many blocks. */
const searchEveryBlocks = 100n

/**
 * Creates a reader of routes and lenders that remembers them. It needs one `eth_call` if all pairs are known.
 */
export function createTradeReader(
  chain: ChainName,
): (reader: BlockReader, pairs: readonly TokenPair[]) => Promise<Trade> {
  let known: { readonly routes: SwapRouteSnapshot; readonly lenders: KnownLenders; readonly since: bigint } | undefined
  return async (reader, pairs) => {
    if (known !== undefined && reader.blockNumber >= known.since + searchEveryBlocks) known = undefined
    const tokens = [...new Set(pairs.map(({ tokenOut }) => tokenOut))]
    const [routes, lenders, dataFeeWei] = await Promise.all([
      getSwapRoutes(reader, chain, pairs, known && { known: known.routes }),
      getFlashLenders(reader, chain, tokens, known?.lenders),
      getDataFee(reader, chains[chain].feeModel.kind),
    ])
    known = { routes, lenders, since: known?.since ?? reader.blockNumber }
    return { routes, lenders: lenders.lenders, dataFeeWei }
  }
}

/** Returns the US dollar price of one native token from the first market with its wrapped form, or null. */
export function toNativePriceUsd(chain: ChainName, markets: readonly Market[]): number | null {
  const token = chains[chain].wrappedNative
  for (const market of markets)
    for (const reserve of market.reserves)
      if (reserve.token === token) {
        const priceUsd = toPriceUsd(market, reserve)
        if (priceUsd !== null && priceUsd > 0) return priceUsd
      }
  return null
}
