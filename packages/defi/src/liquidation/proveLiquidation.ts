import { type ClientOption, toClient } from '@outrigger/core/internal'
import type { PublicClient } from 'viem'
import type { Opportunity, SkippedPosition } from './opportunity.ts'
import { attempt, type Proof, type ProofState, toProof } from './proof/attempt.ts'

export type { Proof, ProofState } from './proof/attempt.ts'

/** Simulations in flight at once. */
const maxParallel = 8

/**
 * Simulates a liquidation on top of a block with `eth_simulateV1`. Nothing is sent. The lender transfers the debt token.
 * The liquidator approves, liquidates, must receive the announced collateral, sells it in the pools of `route`, and must
 * end with the announced debt, loan fee and gross profit. Each amount may be lower by a ten-thousandth of the sale, as
 * long as the loan can be repaid. An opportunity that depends on a pending price needs that transaction as `before`.
 *
 * @throws the client's error if no provider responds
 * @example
 * const { proven, reason, proceeds } = await proveLiquidation(client, opportunity)
 */
export async function proveLiquidation(
  client: ClientOption,
  opportunity: Opportunity,
  state: ProofState = {},
): Promise<Proof> {
  const { flashLoan, collateralToReceive } = opportunity
  if (flashLoan === null) return toProof(null, 'No known lender has the debt token.')
  const sell = (amount: bigint) => attempt(toClient(client), opportunity, flashLoan, amount, state)
  const first = await sell(collateralToReceive.amount)
  // Slightly less collateral than announced arrived. Sell that amount.
  const last = 'received' in first ? await sell(first.received) : first
  return 'received' in last ? toProof(null, 'The provider returned a different amount in each simulation.') : last
}

/**
 * Simulates opportunities. Returns the opportunities that the simulation does not refute, with their result, and the
 * reasons why the others are skipped. If the provider fails, an opportunity stays unproven.
 */
export async function proveOpportunities(
  client: PublicClient,
  opportunities: readonly Opportunity[],
): Promise<{ readonly opportunities: readonly Opportunity[]; readonly refuted: readonly SkippedPosition[] }> {
  const proofs = new Map<Opportunity, Proof>()
  const waiting = opportunities.values()
  const proveNext = async () => {
    for (const one of waiting) {
      const proof = await proveLiquidation(client, one).catch((cause: Error) => toProof(null, cause.message))
      proofs.set(one, proof)
    }
  }
  await Promise.all(Array.from({ length: maxParallel }, proveNext))
  return {
    opportunities: opportunities.flatMap((one) => {
      const { proven = null } = proofs.get(one) ?? {}
      return proven === false ? [] : [{ ...one, proven }]
    }),
    refuted: opportunities.flatMap((one) => {
      const { proven, reason } = proofs.get(one) ?? {}
      const { protocol, market, borrower } = one
      return proven === false ? [{ protocol, market, borrower, reason: `Simulated: ${reason}` }] : []
    }),
  }
}
