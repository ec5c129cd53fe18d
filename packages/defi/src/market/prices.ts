import type { Address } from 'viem'
import type { AssetValue, Market, Reserve } from './market.ts'

/** The market at other prices, by index of the reserve, in the scale of `Reserve.price`. */
export function withPrices<market extends Market>(market: market, prices: ReadonlyMap<number, bigint>): market {
  const reserves = market.reserves.map((reserve, index) => {
    const price = prices.get(index)
    if (price === undefined || price === reserve.price) return reserve
    return { ...reserve, price, unitPrice: (reserve.unitPrice * Number(price)) / Number(reserve.price) }
  })
  return { ...market, reserves }
}

/** US dollars of one whole token; null where the market's unit has no known value. */
export function toPriceUsd({ unitUsd }: Market, { unitPrice }: Reserve): number | null {
  return unitUsd === null ? null : unitPrice * unitUsd
}

/** US dollars of one whole token by the price that the contract takes for this account; null as in `toPriceUsd`. */
export function toAccountPriceUsd(market: Market, { reserve: index, categoryPrice }: AssetValue): number | null {
  const reserve = market.reserves[index]
  const priceUsd = reserve === undefined ? null : toPriceUsd(market, reserve)
  if (priceUsd === null || reserve === undefined || categoryPrice === undefined) return priceUsd
  // Without a price of its own, the reserve does not report what a unit of price is worth: another one does.
  const known = [reserve, ...market.reserves].find(({ price }) => price > 0n)
  if (known === undefined) return null
  return (toPriceUsd(market, known) ?? 0) * (Number(categoryPrice) / Number(known.price))
}

/**
 * Values the markets that state prices in ether or in a loan token: by the token that is the unit, or else by one that a
 * market in dollars has as well. Those without such a token get `unitUsd` null. Earlier markets are believed before later
 * ones. Markets that were valued before are valued anew.
 */
export function valueMarkets<market extends Market>(markets: readonly market[]): readonly market[] {
  const isInDollars = ({ unitUsd, valuedBy }: Market) => unitUsd !== null && valuedBy === undefined
  const dollars = new Map<Address, number>()
  for (const market of markets.filter(isInDollars))
    for (const reserve of market.reserves) {
      const price = toPriceUsd(market, reserve)
      if (price !== null && price > 0 && !dollars.has(reserve.token)) dollars.set(reserve.token, price)
    }
  return markets.map((market) => {
    if (isInDollars(market)) return market
    // The token that is the unit itself; else the largest reserve both have, whose price most is staked on.
    const shared = market.reserves
      .filter(({ token, unitPrice }) => dollars.has(token) && unitPrice > 0 && (market.unitToken ?? token) === token)
      .sort((a, b) => Number(b.unitPrice === 1) - Number(a.unitPrice === 1) || toValue(b) - toValue(a))[0]
    if (shared === undefined) return { ...market, unitUsd: null }
    return { ...market, unitUsd: (dollars.get(shared.token) as number) / shared.unitPrice, valuedBy: shared.token }
  })
}

function toValue({ totalSupplied, decimals, unitPrice }: Reserve): number {
  return (Number(totalSupplied) / 10 ** decimals) * unitPrice
}
