import type { PublicClient } from 'viem'
import type { Opportunity, SkippedPosition } from './opportunity.ts'
import { attempt, type Proof, type ProofState, toProof } from './proof/attempt.ts'

export type { Proof, ProofState } from './proof/attempt.ts'

/** Simulations under way at once. */
const mostAtOnce = 8

/**
 * Simulates a liquidation on top of a block with `eth_simulateV1`; nothing is sent. The lender hands over the debt
 * token. The liquidator approves, liquidates, must receive the announced collateral, sells it in the pools of `route`,
 * and must end with the announced debt, loan fee and gross profit. Each of these amounts may be lower by a
 * ten-thousandth of the sale, as long as the loan can be paid back. One that a pending price makes needs the transaction
 * of that price as `before`.
 *
 * @throws whatever the client throws when its providers do not answer
 * @example
 * const { proven, reason, proceeds } = await proveLiquidation(client, opportunity)
 */
export async function proveLiquidation(
  client: PublicClient,
  opportunity: Opportunity,
  state: ProofState = {},
): Promise<Proof> {
  const { flashLoan, collateralToReceive } = opportunity
  if (flashLoan === null) return toProof(null, 'No lender of the debt token is known to take it from.')
  const sell = (amount: bigint) => attempt(client, opportunity, flashLoan, amount, state)
  const first = await sell(collateralToReceive.amount)
  // It is less than announced, within the margin: so much can be sold.
  const last = 'received' in first ? await sell(first.received) : first
  return 'received' in last ? toProof(null, 'The provider simulates another amount each time.') : last
}

/**
 * Those that a simulation does not refute, each with its verdict, and why the others are left out. One that a provider
 * fails at stays unproven.
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
  await Promise.all(Array.from({ length: mostAtOnce }, proveNext))
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
