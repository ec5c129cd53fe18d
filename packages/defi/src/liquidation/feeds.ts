import type { Address } from 'viem'
import type { Market } from '../market/market.ts'
import { getPriceSources, type ResolvedPriceSource } from '../prices/getPriceSources.ts'
import type { BlockReader } from '../reads/blockReader.ts'
import { shareAnswers } from './shareAnswers.ts'

/** What markets' prices are made of, as last read. */
export type Feeds = {
  readonly sources: ReadonlyMap<Address, ResolvedPriceSource>
  /** All feeds the sources depend on. */
  readonly aggregators: ReadonlySet<Address>
  /** One `eth_call`, shared with what else is asked in the same turn, once all sources have been seen before; once a block. */
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
