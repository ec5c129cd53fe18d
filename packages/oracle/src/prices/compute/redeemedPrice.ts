import type { PriceOpinion, Redemption } from '../price.ts'
import type { MarketReading } from '../readPrice.ts'
import type { PriceReading } from './toPrice.ts'

/** With the time of the older part of it. */
export type DatedRedemption = Omit<Redemption, 'premium'> & { readonly timestampMs: number }

/**
 * The price of a staked token that no market trades: what its issuer redeems it for, times the price of ether. Null where
 * a market has a price or may have one, for what it trades at is another matter; and where ether has none.
 */
export function toRedeemedPrice(
  { token, median, silent, isWithoutMarket }: MarketReading,
  redemption: DatedRedemption | null,
): PriceReading | null {
  const priceUsd = redemption?.priceUsd ?? null
  if (!isWithoutMarket || redemption === null || priceUsd === null) return null
  const redeemed: PriceOpinion = {
    name: 'redemption',
    kind: 'redemption',
    priceUsd,
    timestampMs: redemption.timestampMs,
    liquidityUsd: null,
    rejection: null,
    detail: `${redemption.rate} ETH by the contract of ${redemption.protocol}; no market has a price`,
  }
  return { token, median: { kind: 'price', priceUsd, spread: 0, judged: median.judged }, silent, redeemed }
}
