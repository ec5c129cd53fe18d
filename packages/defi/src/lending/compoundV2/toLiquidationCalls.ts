import { type Address, encodeFunctionData } from 'viem'
import type { Account, Liquidation, LiquidationCall, Pair } from '../../market/market.ts'
import { reserveOf } from './computeHealth.ts'
import { computeSeizure } from './computeLiquidation.ts'
import { liquidationAbi, wrappedAbi } from './lendingAbi.ts'
import type { CompoundV2Market } from './market.ts'

/** Blocks go by before it is mined: cTokens are worth more then, and fewer are seized. What is left of them is dust. */
const marginOf = 100_000n
const spared = (amount: bigint) => amount - amount / marginOf

/**
 * Accrues the account's other debts, which the Comptroller else counts as they were when last touched; repays, and redeems
 * the seized cTokens. The native currency is unwrapped before it is repaid and wrapped when it is received, so that all
 * begins and ends with `Reserve.token`. cTokens of 2019 answer with an error code where later ones revert: what comes
 * after fails then, or moves nothing.
 */
export function toLiquidationCalls(
  market: CompoundV2Market,
  { address, entries }: Account,
  pair: Pair,
  { repay, received }: Liquidation,
): readonly LiquidationCall[] {
  const [taken, owed] = [reserveOf(market, pair.collateral), reserveOf(market, pair.debt)]
  const { liquidatorTokens } = computeSeizure(market, pair, repay)
  const redeem = encodeFunctionData({ abi: liquidationAbi, functionName: 'redeem', args: [spared(liquidatorTokens)] })
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
    ...(taken.isNative ? [toWrapped(taken.token, 'deposit', spared(received))] : []),
  ]
}

const toLiquidate = (args: readonly [Address, Address] | readonly [Address, bigint, Address]) =>
  encodeFunctionData({ abi: liquidationAbi, functionName: 'liquidateBorrow', args })

const toWrapped = (to: Address, functionName: 'deposit' | 'withdraw', amount: bigint): LiquidationCall =>
  functionName === 'deposit'
    ? { to, data: encodeFunctionData({ abi: wrappedAbi, functionName }), value: amount }
    : { to, data: encodeFunctionData({ abi: wrappedAbi, functionName, args: [amount] }) }
