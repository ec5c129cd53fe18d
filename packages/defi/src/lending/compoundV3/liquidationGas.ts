import type { Account } from '../market.ts'
import type { CometMarket } from './market.ts'

/**
 * Gas of `absorb` and `buyCollateral`. Estimated from the storage that they read and write, not measured, because
 * Compound's Comet is not on npm.
 */
const base = 370_000n
/** Gas per absorbed collateral: a price, the account's amount and the total. */
const perCollateral = 40_000n

export function computeLiquidationGas(_: CometMarket, { entries }: Account): bigint {
  return base + BigInt(entries.filter(({ isCollateral }) => isCollateral).length) * perCollateral
}
