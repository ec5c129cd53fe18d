import { type Address, encodeFunctionData } from 'viem'
import type { Account, Liquidation, LiquidationCall, Pair } from '../market.ts'
import { reserveOf } from './computeHealth.ts'
import { computeSeizure } from './computeLiquidation.ts'
import { liquidationAbi, wrappedAbi } from './lendingAbi.ts'
import type { CompoundV2Market } from './market.ts'

/** Until the transaction is mined, cTokens gain value and fewer are seized. The unredeemed rest is dust. */
const marginOf = 100_000n
const withMargin = (amount: bigint) => amount - amount / marginOf

/**
 * Returns the calls that accrue the account's other debts, because the Comptroller uses their stored values, then repay, and
 * redeem the seized cTokens. The native currency is unwrapped before repaying and wrapped when received, so that the
 * liquidator pays and gets `Reserve.token`. cTokens of 2019 return an error code instead of reverting. Later calls then
 * fail or move nothing.
 */
export function toLiquidationCalls(
  market: CompoundV2Market,
  { address, entries }: Account,
  pair: Pair,
  { repay, received }: Liquidation,
): readonly LiquidationCall[] {
  const [taken, owed] = [reserveOf(market, pair.collateral), reserveOf(market, pair.debt)]
  const { liquidatorTokens } = computeSeizure(market, pair, repay)
  const redeem = encodeFunctionData({
    abi: liquidationAbi,
    functionName: 'redeem',
    args: [withMargin(liquidatorTokens)],
  })
  return [
    ...entries
      .filter(({ reserve, borrowed }) => borrowed > 0n && reserve !== pair.debt && reserve !== pair.collateral)
      .map(({ reserve }) => ({
        to: reserveOf(market, reserve).cToken,
        data: encodeFunctionData({ abi: liquidationAbi, functionName: 'accrueInterest' }),
      })),
    ...(owed.isNative
      ? [
          toWrapped(owed.token, 'withdraw', repay),
          { to: owed.cToken, data: toLiquidate([address, taken.cToken]), value: repay },
        ]
      : [{ to: owed.cToken, data: toLiquidate([address, repay, taken.cToken]) }]),
    { to: taken.cToken, data: redeem },
    ...(taken.isNative ? [toWrapped(taken.token, 'deposit', withMargin(received))] : []),
  ]
}

const toLiquidate = (args: readonly [Address, Address] | readonly [Address, bigint, Address]) =>
  encodeFunctionData({ abi: liquidationAbi, functionName: 'liquidateBorrow', args })

const toWrapped = (to: Address, functionName: 'deposit' | 'withdraw', amount: bigint): LiquidationCall =>
  functionName === 'deposit'
    ? { to, data: encodeFunctionData({ abi: wrappedAbi, functionName }), value: amount }
    : { to, data: encodeFunctionData({ abi: wrappedAbi, functionName, args: [amount] }) }
