import type { Account } from '../../market/market.ts'
import type { CometMarket } from './market.ts'

/**
 * Gas of `absorb` and `buyCollateral`. Estimated from what the two functions read and write, and not measured: Compound's
 * Comet is not on npm.
 */
const base = 370_000n
/** A price, the account's and the total amount of each that is absorbed. */
const perCollateral = 40_000n

export function computeLiquidationGas(_: CometMarket, { entries }: Account): bigint {
  return base + BigInt(entries.filter(({ isCollateral }) => isCollateral).length) * perCollateral
}
