import type { OracleUpdate } from '@outrigger/calldata'
import type { Address } from 'viem'
import type { Market } from '../market/market.ts'
import { valueMarkets, withPrices } from '../market/prices.ts'
import { type LendingPriceSource, shiftDecimals, toAnswers } from './lendingPriceSource.ts'

export type Prediction<market extends Market> = {
  /** The markets whose prices change, with the new prices; the dollar value of their unit follows from all markets. */
  readonly markets: readonly market[]
  /** Sources that depend on an updated feed by an unknown rule: their markets keep the old price. */
  readonly unknown: readonly Address[]
}

/**
 * Markets as they will be after new answers of price feeds. Computed from earlier reads, without a request.
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
  const changed = new Set<number>()
  const predicted = markets.map((market, place) => {
    const own = new Map<number, bigint>()
    for (const [index, { price, priceSource, priceShift = 0 }] of market.reserves.entries()) {
      const answer = priceSource === null ? undefined : prices.get(priceSource)
      const predicted = answer === undefined ? price : shiftDecimals(answer, priceShift)
      if (predicted !== price && price > 0n) own.set(index, predicted)
    }
    if (own.size > 0) changed.add(place)
    return own.size === 0 ? market : withPrices(market, own)
  })
  return { markets: valueMarkets(predicted).filter((_, place) => changed.has(place)), unknown }
}
