import type { OracleUpdate } from '@outrigger/calldata'
import type { Address } from 'viem'
import type { Market } from '../lending/market.ts'
import { shiftDecimals, valueMarkets, withPrices } from '../lending/prices.ts'
import { type LendingPriceSource, toAnswers } from './lendingPriceSource.ts'

export type Prediction<market extends Market> = {
  /**
   * The markets whose prices change, with their new prices. The dollar value of their unit is computed from all
   * markets.
   */
  readonly markets: readonly market[]
  /** Sources that depend on an updated feed by an unknown rule. Their markets keep the old price. */
  readonly unknown: readonly Address[]
}

/**
 * Computes markets after new answers of price feeds, from earlier reads and without a request.
 *
 * @param sources by `Reserve.priceSource`, from `getPriceSources`
 * @example
 * predictMarkets(markets, sources, toOracleUpdates(classification.actions)).markets
 */
export function predictMarkets<market extends Market>(
  markets: readonly market[],
  sources: ReadonlyMap<Address, LendingPriceSource>,
  updates: readonly OracleUpdate[],
): Prediction<market> {
  const answers = toAnswers(updates)
  const updated = new Set(updates.map(({ aggregator }) => aggregator))
  const prices = new Map<Address, bigint>()
  const unknown: Address[] = []
  for (const source of sources.values()) {
    if (!source.aggregators.some((aggregator) => updated.has(aggregator))) continue
    const price = source.computePrice(answers)
    if (price === null || price <= 0n) unknown.push(source.address)
    else prices.set(source.address, price)
  }
  const changes = markets.map((market) => toChanges(market, prices))
  const predicted = markets.map((market, place) => {
    const own = changes[place]
    return own?.size ? withPrices(market, own) : market
  })
  return { markets: valueMarkets(predicted).filter((_, place) => changes[place]?.size), unknown }
}

/** Returns the reserves' new prices by index, without unchanged ones. */
function toChanges({ reserves }: Market, prices: ReadonlyMap<Address, bigint>): ReadonlyMap<number, bigint> {
  const changes = new Map<number, bigint>()
  for (const [index, { price, priceSource, priceShift = 0 }] of reserves.entries()) {
    const answer = priceSource === null ? undefined : prices.get(priceSource)
    const predicted = answer === undefined ? price : shiftDecimals(answer, priceShift)
    if (predicted !== price && price > 0n) changes.set(index, predicted)
  }
  return changes
}
