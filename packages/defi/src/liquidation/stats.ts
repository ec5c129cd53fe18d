import type { Market, Reserve } from '../market/market.ts'
import { toPriceUsd } from '../market/prices.ts'
import { LendingReadError } from '../reads/readErrors.ts'
import type { Book } from './book/bookTypes.ts'
import type { PositionCount, PositionTable } from './book/positionTable.ts'
import type { ProtocolStats } from './scannerTypes.ts'

/** A protocol in figures; none while its book is incomplete. Markets whose unit has no known value in dollars add none. */
export function computeProtocolStats({ protocol, state, markets }: Book): readonly ProtocolStats[] {
  if (state.state !== 'ready') return []
  let [tvlUsd, totalBorrowedUsd, totalPositions, atRiskPositions, liquidatablePositions] = [0, 0, 0, 0, 0]
  for (const { market, table } of markets.values()) {
    for (const reserve of market.reserves) {
      tvlUsd += toUsd(market, reserve, reserve.totalSupplied)
      totalBorrowedUsd += toUsd(market, reserve, reserve.totalBorrowed)
    }
    const { total, atRisk, liquidatable } = countOrNone(table, () => table.count(protocol, market))
    totalPositions += total
    atRiskPositions += atRisk
    liquidatablePositions += liquidatable
  }
  const utilizationRate = tvlUsd === 0 ? 0 : totalBorrowedUsd / tvlUsd
  const counts = { totalPositions, atRiskPositions, liquidatablePositions }
  return [{ protocol: protocol.id, tvlUsd, totalBorrowedUsd, utilizationRate, ...counts }]
}

function toUsd(market: Market, reserve: Reserve, amount: bigint): number {
  return (Number(amount) / 10 ** reserve.decimals) * (toPriceUsd(market, reserve) ?? 0)
}

/** Where an oracle is silent nobody can be liquidated either. */
function countOrNone(table: PositionTable, count: () => PositionCount): PositionCount {
  try {
    return count()
  } catch (cause) {
    if (!(cause instanceof LendingReadError)) throw cause
    return { total: table.size, atRisk: 0, liquidatable: 0 }
  }
}
