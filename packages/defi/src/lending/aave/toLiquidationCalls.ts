import { encodeFunctionData } from 'viem'
import type { Account, Liquidation, LiquidationCall, Pair } from '../market.ts'
import type { AaveMarket, AaveReserve } from './aaveMarket.ts'
import { poolAbi } from './abi.ts'
import { toSides } from './math/seizure.ts'

const marginOf = 1_000n
/** Maximum difference between the seized amount and the whole balance, from rounding the treasury's fee. */
const roundings = 2n

/**
 * Returns the `liquidationCall` for the underlying token. Interest accrues until the transaction is mined, so a
 * liquidation of the whole debt or collateral would leave a few units. From v3.3 on, such dust makes the call revert.
 * The call therefore offers a thousandth more, and the contract takes only the needed amount. The maximum of uint256
 * would work as well, but could buy more collateral than intended if a price changes.
 */
export function toLiquidationCalls(
  market: AaveMarket,
  account: Account,
  pair: Pair,
  liquidation: Liquidation,
): readonly LiquidationCall[] {
  const { debt, balance, collateral, debtReserve } = toSides(market, account, pair)
  const { repay, seized } = liquidation
  const takesWhole = repay >= debt || seized + roundings >= balance
  const offered = takesWhole ? repay + repay / marginOf + 1n : repay
  return [{ to: market.id, data: encode(collateral, debtReserve, account, offered) }]
}

function encode(collateral: AaveReserve, debt: AaveReserve, { address }: Account, offered: bigint) {
  const args = [collateral.token, debt.token, address, offered, false] as const
  return encodeFunctionData({ abi: poolAbi, functionName: 'liquidationCall', args })
}
