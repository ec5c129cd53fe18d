import type { SilentSource } from '../price.ts'
import type { NamedSample } from './medianPrice.ts'

/** Prices of one token on several markets, side by side. */
export type Comparison = {
  readonly chain: string
  readonly symbol: string
  /** When they were read, Unix milliseconds. */
  readonly timestampMs: number
  /** Cheapest first. */
  readonly offers: readonly Offer[]
  /** Where the token is bought for least, the fee included; null where nobody answers. */
  readonly best: Offer | null
  /** Highest less lowest price, US dollars. */
  readonly spreadUsd: number
  /** Null where buying on one market and selling on another loses. */
  readonly arbitrage: Arbitrage | null
  /** Markets that were asked about and have no price that can be used. */
  readonly silent: readonly SilentSource[]
}

export type Offer = {
  readonly exchange: string
  readonly kind: NamedSample['kind']
  readonly priceUsd: number
  /** What selling pays and buying costs, fees included; null where nothing can be traded. */
  readonly sellUsd: number | null
  readonly buyUsd: number | null
  /** Dollars that can be traded within 2 % of the price; null where the source does not report. */
  readonly liquidityUsd: number | null
  readonly timestampMs: number
}

/**
 * A purchase on one market and a sale on another at the same time, by whoever holds dollars on the first and the token on
 * the second: nothing has to be withdrawn for it.
 */
export type Arbitrage = {
  readonly buyOn: string
  readonly sellOn: string
  /** Dollars until the prices have met. */
  readonly amountUsd: number
  readonly profitUsd: number
}

/** The band around a price in which `liquidityUsd` lies. */
const depthBand = 0.02

/**
 * An arbitrage pays what selling brings less what buying costs, taker fees included. Depth is taken to lie evenly within
 * 2 % of the price, so both prices have met when half of the gap is traded on either side: the amount is the lesser depth
 * times a half of the gap over 2 %, the profit that amount times half of the gap. A market that reports no depth or fee has none.
 */
export function computeComparison(
  token: { readonly chain: string; readonly symbol: string },
  samples: readonly NamedSample[],
  silent: readonly SilentSource[],
  timestampMs: number,
): Comparison {
  const offers = samples.map(toOffer).sort((a, b) => toCost(a) - toCost(b))
  const prices = offers.map(({ priceUsd }) => priceUsd)
  return {
    chain: token.chain,
    symbol: token.symbol,
    timestampMs,
    offers,
    silent,
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
