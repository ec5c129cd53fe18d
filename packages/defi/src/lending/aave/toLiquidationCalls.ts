import { encodeFunctionData } from 'viem'
import type { Account, Liquidation, LiquidationCall, Pair } from '../../market/market.ts'
import type { AaveMarket, AaveReserve } from './aaveMarket.ts'
import { poolAbi } from './abi.ts'
import { toSides } from './math/seizure.ts'

const marginOf = 1_000n
/** By which a treasury's fee falls short of the whole, when scaled balances are rounded. */
const roundings = 2n

/**
 * `liquidationCall` for the underlying token. Interest goes on until the transaction is mined: what was the whole debt or the
 * whole collateral would then leave a few units, which is dust to v3.3 and makes it revert. So one that takes the whole is
 * offered a thousandth more than it needs, of which the contract takes what there is. The maximum of uint256 would do that as
 * well, but would also buy more collateral than was meant if its price has risen in between.
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
