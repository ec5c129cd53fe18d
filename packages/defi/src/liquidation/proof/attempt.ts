import { type Address, encodeFunctionData, erc20Abi, maxUint256, type PublicClient } from 'viem'
import { findFailure, type Step, simulate, toAmount, toBalanceStep } from '../../reads/simulate.ts'
import type { FlashLoan, Opportunity } from '../opportunity.ts'
import { payerOverrides } from './payer.ts'
import { toSale, toTransfer } from './toSale.ts'

/**
 * Result of simulating a liquidation. It shows whether the liquidation reached the announced amounts. If not, it
 * contains the reason.
 */
export type Proof = {
  /** Null if it is unknown, for example because no lender is known or the provider cannot simulate. */
  readonly proven: boolean | null
  readonly reason: string | null
  /**
   * Amount after the sale for the loan, its fee and the profit, in base units of the debt token. Null if the simulation
   * failed earlier.
   */
  readonly proceeds: bigint | null
}

export const toProof = (proven: Proof['proven'], reason: string | null, proceeds: bigint | null = null): Proof => ({
  proven,
  reason,
  proceeds,
})

/** An unused account. */
const liquidator: Address = '0x00000000000000000000000000000000005e1f1e'
/** Amounts may be lower by this share, because state changes until the calls are mined. */
const marginOf = 10_000n
const toLeast = (amount: bigint) => amount - amount / marginOf
/** The loan exceeds the announced amount by this share, for the interest of a block. */
const spareOf = 1_000n

/** The state on which a liquidation is simulated. */
export type ProofState = {
  /** @default the opportunity's block */
  readonly blockNumber?: bigint
  /** Transactions to execute first, for example the pending price update. */
  readonly before?: readonly Step[]
}

/**
 * Simulates a liquidation and the sale of `sold` units of its collateral.
 *
 * @returns the verdict, or the amount of collateral received if it is less than `sold`
 */
export async function attempt(
  client: PublicClient,
  { toCalls, route, debtToRepay, collateralToReceive, ...opportunity }: Opportunity,
  { holder, fee }: FlashLoan,
  sold: bigint,
  { blockNumber = opportunity.blockNumber, before: first = [] }: ProofState = {},
): Promise<Proof | { readonly received: bigint }> {
  const announced = route === null ? collateralToReceive.amount : route.quote(collateralToReceive.amount)
  const sale = route === null ? [] : toSale(route.hops, sold, liquidator)
  if (announced === null || sale === null) return toProof(null, 'A pool of the route has no quote for this amount.')

  const { token: debt, amount: repay } = debtToRepay
  const calls = toCalls(liquidator)
  const lend = (amount: bigint) => ({ from: holder, to: debt, data: toTransfer(liquidator, amount) })
  const debtBalance = toBalanceStep(debt, liquidator)
  const collateralBalance = toBalanceStep(collateralToReceive.token, liquidator)
  const liquidation = [
    ...[...new Set(calls.map(({ to }) => to))].map((spender) => toApproval(debt, spender)),
    ...calls.map((call) => ({ ...call, from: liquidator })),
  ]
  const stages = {
    first,
    loan: [lend(repay)],
    spare: [lend(repay / spareOf + 1n)],
    before: [debtBalance, collateralBalance],
    liquidation,
    seized: [collateralBalance],
    sale,
    end: [debtBalance],
  }
  const results = await simulate(client, blockNumber, stages, payerOverrides)
  if (results === null) return toProof(null, 'The provider has no eth_simulateV1, or not all of it.')

  const { loan, spare, before, seized, end } = results
  const [unlent, unpaid, unsold] = [findFailure(loan), findFailure(results.liquidation), findFailure(results.sale)]
  if (unlent !== null) return toProof(null, `The lender could not lend: ${unlent}`)
  if (unpaid !== null) return toProof(findFailure(spare) === null ? false : null, `The liquidation failed: ${unpaid}`)
  const received = toAmount(seized[0]) - toAmount(before[1])
  if (route !== null && received < toLeast(collateralToReceive.amount))
    return toProof(false, 'The simulation brought less collateral than computed.')
  if (route !== null && received < sold) return { received }
  if (unsold !== null) return toProof(false, `The sale failed: ${unsold}`)
  return judgeProceeds(repay + toAmount(end[0]) - toAmount(before[0]), announced, repay + fee)
}

function judgeProceeds(proceeds: bigint, announced: bigint, loan: bigint): Proof {
  if (proceeds < toLeast(announced)) return toProof(false, 'The sale brought less than computed.', proceeds)
  if (proceeds < loan) return toProof(false, 'The sale does not cover the loan.', proceeds)
  return toProof(true, null, proceeds)
}

const toApproval = (token: Address, spender: Address): Step => ({
  from: liquidator,
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, maxUint256] }),
})
