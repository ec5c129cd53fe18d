import { OutriggerError } from '@outrigger/core'
import type { Address } from 'viem'
import type { AssetValue, Market, Reserve } from './market.ts'

/** The unit of a market's prices has no known value in dollars on the chain. */
export class NoDollarValueError extends OutriggerError {
  readonly code = 'NO_DOLLAR_VALUE'
  constructor({ protocol, id }: Market) {
    super(
      `Prices of the ${protocol} market ${id} are not in dollars, and no other market that was read prices one of its tokens in dollars. Add a protocol that does, for example aave_v3.`,
    )
  }
}

/** Returns the market at other prices, by index of the reserve, in the scale of `Reserve.price`. */
export function withPrices<market extends Market>(market: market, prices: ReadonlyMap<number, bigint>): market {
  const reserves = market.reserves.map((reserve, index) => {
    const price = prices.get(index)
    if (price === undefined || price === reserve.price) return reserve
    return { ...reserve, price, unitPrice: (reserve.unitPrice * Number(price)) / Number(reserve.price) }
  })
  return { ...market, reserves }
}

/** Returns US dollars of one whole token, or null if the market's unit has no known value. */
export function toPriceUsd({ unitUsd }: Market, { unitPrice }: Reserve): number | null {
  return unitUsd === null ? null : unitPrice * unitUsd
}

/**
 * Returns US dollars of one whole token at the price that the contract uses for this account, or null like
 * `toPriceUsd`.
 */
export function toAccountPriceUsd(market: Market, { reserve: index, categoryPrice }: AssetValue): number | null {
  const reserve = market.reserves[index]
  const priceUsd = reserve === undefined ? null : toPriceUsd(market, reserve)
  if (priceUsd === null || reserve === undefined || categoryPrice === undefined) return priceUsd
  // Without its own price, the reserve does not show what one unit of price is worth, so another reserve is used.
  const known = [reserve, ...market.reserves].find(({ price }) => price > 0n)
  if (known === undefined) return null
  return (toPriceUsd(market, known) ?? 0) * (Number(categoryPrice) / Number(known.price))
}

/**
 * Sets the dollar value of markets whose prices are in ether or in a loan token. It uses the price that a market with
 * dollar prices has for `unitToken`. Without `unitToken`, it uses such a price of any token of the market, preferably of
 * the unit. If there is no such price, `unitUsd` is null. Earlier markets take precedence. Markets with an earlier value
 * are valued again.
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
    // Prefers the token that is the unit, then the largest shared reserve, because most value depends on its price.
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

/** Multiplies or divides by a power of ten, rounding down like contracts. */
export const shiftDecimals = (value: bigint, shift: number): bigint =>
  shift < 0 ? value / 10n ** BigInt(-shift) : value * 10n ** BigInt(shift)
