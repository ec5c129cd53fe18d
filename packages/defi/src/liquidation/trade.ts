import { type ChainName, chains } from '@outrigger/core'
import { getSwapRoutes, type SwapRouteSnapshot, type TokenPair } from '../dex/getSwapRoutes.ts'
import type { Market } from '../market/market.ts'
import { toPriceUsd } from '../market/prices.ts'
import type { BlockReader } from '../reads/blockReader.ts'
import type { FlashLender } from './flashLoans.ts'
import { getDataFee } from './getDataFee.ts'
import { getFlashLenders, type KnownLenders } from './getFlashLenders.ts'

/** How collateral is sold and debt is borrowed at one block. */
export type Trade = {
  readonly routes: SwapRouteSnapshot
  readonly lenders: readonly FlashLender[]
  /** What the transaction costs beside its gas. */
  readonly dataFeeWei: bigint
}

/** Pools are made and emptied: which are worth looking at is found out anew after so many blocks. */
const searchEveryBlocks = 100n

/**
 * Reads routes and lenders, keeping between readings which they are: one `eth_call` while all pairs have been seen before.
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

/** US dollars of one whole native token by the first market that has it wrapped; null where none has. */
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
