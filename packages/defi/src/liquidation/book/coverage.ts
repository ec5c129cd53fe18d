import type { BookMarket } from './bookTypes.ts'

/**
 * Returns the value of the accounts' debt divided by the value of the markets' total debt. Skips markets without a
 * dollar value.
 */
export function computeCoverage(markets: readonly BookMarket[]): number | null {
  let found = 0
  let whole = 0
  for (const { protocol, market, table } of markets) {
    if (market.unitUsd === null) continue
    const owed = market.reserves.map(() => 0n)
    for (const { entries } of table.accounts())
      for (const entry of entries) owed[entry.reserve] = (owed[entry.reserve] ?? 0n) + protocol.toDebt(market, entry)
    for (const [index, { totalBorrowed, decimals, unitPrice }] of market.reserves.entries()) {
      const toUsd = (amount: bigint) => (Number(amount) / 10 ** decimals) * unitPrice * (market.unitUsd ?? 0)
      found += toUsd(owed[index] ?? 0n)
      whole += toUsd(totalBorrowed)
    }
  }
  return whole === 0 ? null : found / whole
}
