import type { Account, Liquidation, Pair } from '../market.ts'
import type { AaveMarket } from './aaveMarket.ts'
import type { AaveVersionRules } from './versionRules.ts'

/** Gas of a `liquidationCall` that receives underlying tokens, by part. */
type GasTable = {
  /** The transaction, the updates of both reserves, repaying and seizing. Excludes collaterals and debts. */
  readonly base: bigint
  /** Gas per collateral or debt of the account, for reading balances and prices for the health factor. */
  readonly perCollateral: bigint
  readonly perDebt: bigint
  /** Gas per collateral whose price comes from a feed. The oracle's own currency has no feed. */
  readonly perFeed: bigint
  /** Gas if the collateral reserve has debt, for updating the reserve's indexes and the treasury's share. */
  readonly collateralAccrues: bigint
  /** If no debt, or no collateral, is left: a flag is cleared. */
  readonly clearsDebt: bigint
  readonly takesAll: bigint
  /** If the treasury gets a part of the bonus. Measured for its first balance of that aToken. */
  readonly protocolFee: bigint
}

/**
 * Fitted by least squares to about 800 liquidations on the devnet's contracts with one to three collaterals and debts (see
 * `npm run bench -- "liquidation gas"`). 95 % are within 1 %. Feeds and tokens on mainnet may use more.
 */
const v2: GasTable = {
  base: 315_800n,
  perCollateral: 30_200n,
  perDebt: 58_700n,
  perFeed: 13_400n,
  collateralAccrues: 22_900n,
  clearsDebt: 0n,
  takesAll: 1_400n,
  protocolFee: 0n,
}
/** v3.0.2 and Spark. 3.1 and 3.2 were not measured. */
const v30: GasTable = {
  base: 276_300n,
  perCollateral: 32_000n,
  perDebt: 42_300n,
  perFeed: 0n,
  collateralAccrues: 13_800n,
  clearsDebt: 3_400n,
  takesAll: 5_400n,
  protocolFee: 38_900n,
}
/** v3.6. Measured only with the fee, whose part is taken from v3.0.2. Versions from 3.3 on compute debts the same way. */
const v36: GasTable = {
  base: 230_400n,
  perCollateral: 31_800n,
  perDebt: 30_900n,
  perFeed: 0n,
  collateralAccrues: 9_300n,
  clearsDebt: 2_300n,
  takesAll: 4_300n,
  protocolFee: 38_900n,
}

const toTable = ({ closeFactor }: AaveVersionRules) =>
  closeFactor === 'half' ? v2 : closeFactor === 'reserve' ? v30 : v36

export function computeLiquidationGas(
  market: AaveMarket,
  { entries }: Account,
  { collateral, debt }: Pair,
  liquidation: Liquidation,
): bigint {
  const table = toTable(market.rules)
  const held = entries.filter(({ isCollateral }) => isCollateral)
  const owed = entries.filter(({ borrowed, stable }) => borrowed > 0n || stable !== undefined)
  const feeds = held.filter(({ reserve }) => market.reserves[reserve]?.priceSource !== null)
  const taken = entries.find(({ reserve }) => reserve === collateral)
  const repaid = entries.find(({ reserve }) => reserve === debt)
  const when = (condition: boolean, gas: bigint) => (condition ? gas : 0n)
  return (
    table.base +
    BigInt(held.length) * table.perCollateral +
    BigInt(owed.length) * table.perDebt +
    BigInt(feeds.length) * table.perFeed +
    when((market.reserves[collateral]?.scaledDebt ?? 0n) > 0n, table.collateralAccrues) +
    when(liquidation.protocolFee > 0n, table.protocolFee) +
    when(
      taken !== undefined && isAll(liquidation.seized, taken.supplied, market.reserves[collateral]?.income),
      table.takesAll,
    ) +
    when(
      repaid !== undefined && isAll(liquidation.repay, repaid.borrowed, market.reserves[debt]?.debtIndex),
      table.clearsDebt,
    )
  )
}

/** Whether the amount is the whole balance, apart from rounding. */
function isAll(amount: bigint, scaled: bigint, index = 0n): boolean {
  return amount + 2n >= (scaled * index) / 10n ** 27n
}
