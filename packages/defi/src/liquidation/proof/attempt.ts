import { type Address, encodeFunctionData, erc20Abi, maxUint256, type PublicClient } from 'viem'
import { findFailure, type Step, simulate, toAmount, toBalanceStep } from '../../reads/simulate.ts'
import type { FlashLoan, Opportunity } from '../opportunity.ts'
import { payerOverrides } from './payer.ts'
import { toSale, toTransfer } from './toSale.ts'

/** Result of simulating a liquidation: whether it leaves what was announced, and why not. */
export type Proof = {
  /** Null where it could not be determined: nobody is known to lend the debt token, the provider cannot simulate. */
  readonly proven: boolean | null
  readonly reason: string | null
  /**
   * What is there after the sale to pay the loan, its fee and the profit: base units of the debt token; null where the
   * simulation did not get so far.
   */
  readonly proceeds: bigint | null
}

export const toProof = (proven: Proof['proven'], reason: string | null, proceeds: bigint | null = null): Proof => ({
  proven,
  reason,
  proceeds,
})

/** An account that nobody has used; what happens in a simulation leaves no trace. */
const liquidator: Address = '0x00000000000000000000000000000000005e1f1e'
/** Calls may leave a little for what changes until they are mined. */
const marginOf = 10_000n
const toLeast = (amount: bigint) => amount - amount / marginOf
/** And may take a little more than announced: the interest of a block. */
const spareOf = 1_000n

/** On what a liquidation is simulated. */
export type ProofState = {
  /** @default the opportunity's block */
  readonly blockNumber?: bigint
  /** Transactions that are carried out first: the pending price update that makes it one, say. */
  readonly before?: readonly Step[]
}

/**
 * Liquidates and sells so much of the collateral, in one simulation.
 *
 * @returns how much collateral came, where that is less than was to be sold
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
  if (announced === null || sale === null) return toProof(null, 'A pool on the way is not quoted at this amount.')

  const { token: debt, amount: repay } = debtToRepay
  const calls = toCalls(liquidator)
  const lend = (amount: bigint) => ({ from: holder, to: debt, data: toTransfer(liquidator, amount) })
  const inDebt = toBalanceStep(debt, liquidator)
  const inCollateral = toBalanceStep(collateralToReceive.token, liquidator)
  const liquidation = [
    ...[...new Set(calls.map(({ to }) => to))].map((spender) => toApproval(debt, spender)),
    ...calls.map((call) => ({ ...call, from: liquidator })),
  ]
  const stages = {
    first,
    loan: [lend(repay)],
    spare: [lend(repay / spareOf + 1n)],
    before: [inDebt, inCollateral],
    liquidation,
    seized: [inCollateral],
    sale,
    end: [inDebt],
  }
  const results = await simulate(client, blockNumber, stages, payerOverrides)
  if (results === null) return toProof(null, 'The provider has no eth_simulateV1, or not all of it.')

  const { loan, spare, before, seized, end } = results
  const [unlent, unpaid, unsold] = [findFailure(loan), findFailure(results.liquidation), findFailure(results.sale)]
  if (unlent !== null) return toProof(null, `What the lender holds could not be taken: ${unlent}`)
  if (unpaid !== null) return toProof(findFailure(spare) === null ? false : null, `The liquidation failed: ${unpaid}`)
  const received = toAmount(seized[0]) - toAmount(before[1])
  if (route !== null && received < toLeast(collateralToReceive.amount))
    return toProof(false, 'The simulation brought less collateral than computed.')
  if (route !== null && received < sold) return { received }
  if (unsold !== null) return toProof(false, `The sale failed: ${unsold}`)
  const proceeds = repay + toAmount(end[0]) - toAmount(before[0])
  if (proceeds < toLeast(announced)) return toProof(false, 'The sale brought less than computed.', proceeds)
  if (proceeds < repay + fee) return toProof(false, 'What the sale brought does not pay the loan back.', proceeds)
  return toProof(true, null, proceeds)
}

const toApproval = (token: Address, spender: Address): Step => ({
  from: liquidator,
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, maxUint256] }),
})
