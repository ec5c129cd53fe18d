import type { Market } from '../lending/market.ts'
import { toPriceUsd } from '../lending/prices.ts'
import { LendingReadError } from '../reads/readErrors.ts'
import type { Book } from './book/bookTypes.ts'
import type { PositionCount, PositionTable } from './book/positionTable.ts'
import type { ProtocolStats } from './scannerTypes.ts'

/** Returns the statistics of a protocol, or nothing while its book is incomplete. */
export function computeProtocolStats({
  protocol,
  state,
  markets,
}: Pick<Book, 'protocol' | 'state' | 'markets'>): readonly ProtocolStats[] {
  if (state.state !== 'ready') return []
  let [totalPositions, atRiskPositions, liquidatablePositions] = [0, 0, 0]
  for (const { market, table } of markets.values()) {
    const { total, atRisk, liquidatable } = countOrNone(table, () => table.count(protocol, market))
    totalPositions += total
    atRiskPositions += atRisk
    liquidatablePositions += liquidatable
  }
  const sums = sumMarkets([...markets.values()].map(({ market }) => market))
  return [{ protocol: protocol.id, ...sums, totalPositions, atRiskPositions, liquidatablePositions }]
}

type Sums = Pick<ProtocolStats, 'tvlUsd' | 'totalBorrowedUsd' | 'utilizationRate' | 'unvaluedMarkets'>

/** Returns null sums if no supplied or borrowed asset has a known value, because 0 would be wrong. */
function sumMarkets(markets: readonly Market[]): Sums {
  let [tvlUsd, totalBorrowedUsd, valued] = [0, 0, 0]
  const unvalued = new Set<Market>()
  for (const market of markets)
    for (const reserve of market.reserves) {
      const { totalSupplied, totalBorrowed, decimals } = reserve
      if (totalSupplied === 0n && totalBorrowed === 0n) continue
      // The value in dollars is unknown, or the protocol's oracle has no price.
      const priceUsd = toPriceUsd(market, reserve)
      if (!priceUsd) {
        unvalued.add(market)
        continue
      }
      valued += 1
      tvlUsd += (Number(totalSupplied) / 10 ** decimals) * priceUsd
      totalBorrowedUsd += (Number(totalBorrowed) / 10 ** decimals) * priceUsd
    }
  const unvaluedMarkets = unvalued.size
  if (valued === 0 && unvaluedMarkets > 0)
    return { tvlUsd: null, totalBorrowedUsd: null, utilizationRate: null, unvaluedMarkets }
  return { tvlUsd, totalBorrowedUsd, utilizationRate: tvlUsd === 0 ? 0 : totalBorrowedUsd / tvlUsd, unvaluedMarkets }
}

/** Counts no liquidatable positions if an oracle does not answer, because liquidations then fail as well. */
function countOrNone(table: PositionTable, count: () => PositionCount): PositionCount {
  try {
    return count()
  } catch (cause) {
    if (!(cause instanceof LendingReadError)) throw cause
    return { total: table.size, atRisk: 0, liquidatable: 0 }
  }
}
