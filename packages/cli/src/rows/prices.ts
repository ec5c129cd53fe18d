import type { PriceSample, PriceToken } from '@outrigger/oracle/prices'
import { blockColumns, type MinedBlock } from './blocks.ts'
import { column, defineRows, orNull, type Table } from './schema.ts'

/** Prices of tokens by the sources on their chain, after each block. */
export const prices = defineRows({
  name: 'prices',
  version: 1,
  description:
    'Prices of tokens after each block, one row per token and source. A source without a price at a block has no row.',
  time: 'block_time',
  columns: {
    ...blockColumns,
    token_address: orNull('hex', 'Token. Null for a native currency without a wrapped token'),
    token_symbol: column('string', 'Its symbol, or its address if it is not listed'),
    source: column('string', 'chainlink, the exchange, or the exchange and _twap for a mean over time'),
    price_usd: column('double', 'US dollars'),
    updated_at: column('timestamp', 'Time of the answer of the feed, or of the block for pools'),
    max_age_seconds: column('int32', 'Age from which the source counts the price as stale'),
    is_stale: column('bool', 'Whether the price was older than that at the time of the block'),
    liquidity_usd: orNull('double', 'US dollars that can be traded within 2 % of the price. Null for feeds'),
    detail: orNull('string', 'Feeds, or the deepest pool'),
  },
})

/** A price of a token by the source of this name. */
export type SourcePrice = PriceSample & { readonly token: PriceToken; readonly source: string }

/** Feeds without an answer return zeros, which are left out. */
export const toPriceRows = (chain: string, block: MinedBlock, found: readonly SourcePrice[]): Table => {
  const blockTimeMs = Number(block.timestamp) * 1000
  return prices.of(
    found
      .filter(({ priceUsd, timestampMs }) => priceUsd > 0 && timestampMs > 0)
      .map(({ token, source, priceUsd, timestampMs, maxAgeMs, liquidityUsd, detail }) => ({
        chain,
        block_number: block.number,
        block_time: blockTimeMs,
        block_hash: block.hash,
        token_address: token.address,
        token_symbol: token.symbol,
        source,
        price_usd: priceUsd,
        updated_at: timestampMs,
        max_age_seconds: maxAgeMs / 1000,
        is_stale: blockTimeMs - timestampMs > maxAgeMs,
        liquidity_usd: liquidityUsd ?? null,
        detail: detail ?? null,
      })),
  )
}
