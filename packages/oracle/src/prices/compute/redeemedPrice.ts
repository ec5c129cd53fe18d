import type { Redemption, SourcePrice } from '../price.ts'
import type { MarketReading } from '../readPrice.ts'
import type { PriceReading } from './toPrice.ts'

/** A redemption and the time of the older of its inputs. */
export type DatedRedemption = Omit<Redemption, 'premium'> & { readonly timestampMs: number }

/**
 * Returns the price of a staked token without a market. It is the issuer's redemption rate times the price of ether.
 * Returns null if ether has no price. Also returns null if a market has or may have a price, because that price may
 * differ.
 */
export function toRedeemedPrice(
  { token, median, missing, isWithoutMarket }: MarketReading,
  redemption: DatedRedemption | null,
): PriceReading | null {
  const priceUsd = redemption?.priceUsd ?? null
  if (!isWithoutMarket || redemption === null || priceUsd === null) return null
  const redeemed: SourcePrice = {
    name: 'redemption',
    kind: 'redemption',
    priceUsd,
    timestampMs: redemption.timestampMs,
    liquidityUsd: null,
    rejection: null,
    detail: `${redemption.rate} ETH by the contract of ${redemption.protocol}; no market has a price`,
  }
  return { token, median: { kind: 'price', priceUsd, spread: 0, judged: median.judged }, missing, redeemed }
}
