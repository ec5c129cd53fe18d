import type { TokenSymbol } from '../addresses.ts'
import type { Deployer } from '../deployer.ts'
import { type LendingMarketName, lendingMarkets } from '../lendingMarkets.ts'
import { toHoldings } from '../positions.ts'

/** Aave's Collector on mainnet. */
export const treasury = '0x464C71f6c2F760DdA6093dCB91C24c39e5d6e18c'

/** Ratios: the utilization at which the slope changes, and the yearly rate that each slope adds. */
export type RateCurve = { readonly optimal: string; readonly slope1: string; readonly slope2: string }

export const rateCurves = {
  stable: { optimal: '0.92', slope1: '0.055', slope2: '0.4' },
  volatile: { optimal: '0.8', slope1: '0.027', slope2: '0.8' },
} as const satisfies Record<string, RateCurve>

const liquidityUsd = 200_000_000

/** Supplies tokens of the deployer's treasury, so that they can be borrowed. */
export async function supplyLiquidity(
  { admin, send }: Deployer,
  market: LendingMarketName,
  symbols: readonly TokenSymbol[],
): Promise<void> {
  const holdings = toHoldings(Object.fromEntries(symbols.map((symbol) => [symbol, liquidityUsd])))
  for (const call of lendingMarkets[market].toCalls(admin, holdings, [])) await send(call)
}
