import type { Address } from 'viem'
import type { Market } from '../lending/market.ts'
import { getPriceSources, type ResolvedPriceSource } from '../prices/getPriceSources.ts'
import type { BlockReader } from '../reads/blockReader.ts'
import { shareAnswers } from './shareAnswers.ts'

/** The last read price sources of the markets. */
export type Feeds = {
  readonly sources: ReadonlyMap<Address, ResolvedPriceSource>
  /** All feeds that the sources depend on. */
  readonly aggregators: ReadonlySet<Address>
  /** Reads the sources, at most once per block. Known sources need one `eth_call`, shared with other reads of the same turn. */
  refresh(reader: BlockReader, markets: readonly Market[]): Promise<void>
}

export function createFeeds(): Feeds {
  let sources: ReadonlyMap<Address, ResolvedPriceSource> = new Map()
  let aggregators: ReadonlySet<Address> = new Set()
  const read = shareAnswers<Address, typeof sources>(
    (reader, wanted) => getPriceSources(reader, wanted, sources),
    (address) => address,
  )
  return {
    get sources() {
      return sources
    },
    get aggregators() {
      return aggregators
    },
    async refresh(reader, markets) {
      const wanted = new Set(
        markets.flatMap(({ reserves }) => reserves.flatMap(({ priceSource }) => priceSource ?? [])),
      )
      sources = await read(reader, [...wanted])
      aggregators = new Set([...sources.values()].flatMap((source) => source.aggregators))
    },
  }
}
