import type { Address } from 'viem'
import { addBalance, addBalances, type Balances } from '../flow/balances.ts'
import type { TransactionFlow } from '../flow/transactionFlow.ts'
import { type Claim, computeSwapGain, toSwaps } from '../profit.ts'
import type { Liquidation } from './liquidation.ts'

/** Returns the input for the profit of a liquidation. */
export function toLiquidationClaim(flow: TransactionFlow, liquidation: Liquidation, wrappedNative: Address): Claim {
  const { lender, liquidator, borrower } = liquidation
  const seizer = findSeizure(flow, liquidation)?.to ?? null
  const given = computeSwapGain(toSwaps([flow]))
  addBalances(given, toSeizedAndRepaid(liquidation))
  return {
    attack: { flows: [flow], actors: [liquidator, seizer], given, counterparty: lender, stranger: borrower },
    toPart: () => toSeizedAndRepaid(liquidation),
    unseen: toUnseenNative(flow, liquidation, wrappedNative),
  }
}

/** True if both tokens and both amounts of a liquidation are known. */
export const isComplete = ({ debtToken, debtAmount, collateralToken, collateralAmount }: Liquidation): boolean =>
  debtToken !== null && debtAmount !== null && collateralToken !== null && collateralAmount !== null

const findSeizure = ({ transfers }: TransactionFlow, { collateralToken, collateralAmount }: Liquidation) =>
  transfers.find(({ token, amount }) => token === collateralToken && amount === collateralAmount)

function toSeizedAndRepaid({ debtToken, debtAmount, collateralToken, collateralAmount }: Liquidation): Balances {
  const gain: Balances = new Map()
  if (collateralToken !== null && collateralAmount !== null) addBalance(gain, collateralToken, collateralAmount)
  if (debtToken !== null && debtAmount !== null) addBalance(gain, debtToken, -debtAmount)
  return gain
}

/** Returns seized or repaid native currency that only the lender's log shows. Empty if the calls are known. */
function toUnseenNative(flow: TransactionFlow, liquidation: Liquidation, wrappedNative: Address): Balances {
  const unseen: Balances = new Map()
  if (flow.transaction.calls !== null) return unseen
  const { lender, debtToken, debtAmount, collateralToken, collateralAmount } = liquidation
  if (collateralToken === wrappedNative && collateralAmount !== null && findSeizure(flow, liquidation) === undefined)
    addBalance(unseen, wrappedNative, collateralAmount)
  const isRepaid = ({ token, to, amount }: (typeof flow.transfers)[number]) =>
    token === wrappedNative && (to === lender || amount === debtAmount)
  if (debtToken === wrappedNative && debtAmount !== null && !flow.transfers.some(isRepaid))
    addBalance(unseen, wrappedNative, -debtAmount)
  return unseen
}
