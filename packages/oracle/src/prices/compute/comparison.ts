import type { MissingSource } from '../price.ts'
import type { NamedSample } from './medianPrice.ts'

/** Prices of one token on several markets. */
export type Comparison = {
  readonly chain: string
  readonly symbol: string
  /** Time of the reads, Unix milliseconds. */
  readonly timestampMs: number
  /** Offers, cheapest first. */
  readonly offers: readonly Offer[]
  /** The market with the lowest price including fees. Null if no market answers. */
  readonly best: Offer | null
  /** Highest minus lowest price, in US dollars. */
  readonly spreadUsd: number
  /** The best arbitrage. Null if buying on one market and selling on another always makes a loss. */
  readonly arbitrage: Arbitrage | null
  /** Requested markets without a usable price. */
  readonly missing: readonly MissingSource[]
}

export type Offer = {
  readonly exchange: string
  readonly kind: NamedSample['kind']
  readonly priceUsd: number
  /**
   * Proceeds of selling one token, including fees. The next field is the cost of buying one. Null if the source has
   * no order book.
   */
  readonly sellUsd: number | null
  readonly buyUsd: number | null
  /** Dollars that can be traded within 2 % of the price. Null if the source does not report it. */
  readonly liquidityUsd: number | null
  readonly timestampMs: number
}

/**
 * A simultaneous purchase on one market and sale on another. It requires dollars on the first market and tokens on
 * the second market, so no withdrawal is needed.
 */
export type Arbitrage = {
  readonly buyOn: string
  readonly sellOn: string
  /** Dollars to trade until the prices are equal. */
  readonly amountUsd: number
  readonly profitUsd: number
}

/** Share of the price within which `liquidityUsd` is measured. */
const depthBand = 0.02

/**
 * Compares the prices of one token on several markets. An arbitrage earns the sale minus the purchase, including taker fees.
 * Depth is assumed to be uniform within 2 % of the price, so the prices meet after half of the gap is traded on each side.
 * The amount is the smaller depth times half of the gap divided by 2 %. The profit is the amount times half of the gap. A
 * market without reported depth or fee is not part of an arbitrage.
 */
export function computeComparison(
  token: { readonly chain: string; readonly symbol: string },
  samples: readonly NamedSample[],
  missing: readonly MissingSource[],
  timestampMs: number,
): Comparison {
  const offers = samples.map(toOffer).sort((a, b) => toCost(a) - toCost(b))
  const prices = offers.map(({ priceUsd }) => priceUsd)
  return {
    chain: token.chain,
    symbol: token.symbol,
    timestampMs,
    offers,
    missing,
    best: offers[0] ?? null,
    spreadUsd: prices.length === 0 ? 0 : Math.max(...prices) - Math.min(...prices),
    arbitrage: findArbitrage(offers),
  }
}

const toCost = ({ buyUsd, priceUsd }: Offer): number => buyUsd ?? priceUsd

function toOffer({ name, kind, priceUsd, bidUsd, askUsd, takerFee, liquidityUsd, timestampMs }: NamedSample): Offer {
  const isTradable = takerFee !== undefined && bidUsd !== undefined && askUsd !== undefined
  return {
    exchange: name,
    kind,
    priceUsd,
    timestampMs,
    liquidityUsd: liquidityUsd ?? null,
    sellUsd: isTradable ? bidUsd * (1 - takerFee) : null,
    buyUsd: isTradable ? askUsd * (1 + takerFee) : null,
  }
}

function findArbitrage(offers: readonly Offer[]): Arbitrage | null {
  const found = offers.flatMap((buy) => offers.flatMap((sell) => toArbitrage(buy, sell) ?? []))
  return found.sort((a, b) => b.profitUsd - a.profitUsd)[0] ?? null
}

function toArbitrage(buy: Offer, sell: Offer): Arbitrage | null {
  if (buy.buyUsd === null || sell.sellUsd === null || buy.liquidityUsd === null || sell.liquidityUsd === null)
    return null
  const gap = sell.sellUsd / buy.buyUsd - 1
  const amountUsd = Math.min(buy.liquidityUsd, sell.liquidityUsd) * Math.min(1, gap / 2 / depthBand)
  if (buy.exchange === sell.exchange || !(gap > 0 && amountUsd > 0)) return null
  return { buyOn: buy.exchange, sellOn: sell.exchange, amountUsd, profitUsd: (amountUsd * gap) / 2 }
}
