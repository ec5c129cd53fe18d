import type { PublicClient } from 'viem'
import type { Opportunity, SkippedPosition } from './opportunity.ts'
import { attempt, type Proof, toProof } from './proof/attempt.ts'

export type { Proof } from './proof/attempt.ts'

/** Simulations under way at once. */
const mostAtOnce = 8

/**
 * Carries a liquidation out on top of a block by `eth_simulateV1`, without sending anything: the lender hands over the debt
 * token, the liquidator approves, liquidates, must hold at least the collateral that was announced, sells it in the pools
 * of `route`, and must end with what was announced: debt, fee of the loan and gross profit. Less a ten-thousandth of the
 * sale each, but never less than pays the loan back.
 *
 * @throws whatever the client throws when its providers do not answer
 * @example
 * const { proven, reason, proceeds } = await proveLiquidation(client, opportunity)
 */
export async function proveLiquidation(client: PublicClient, opportunity: Opportunity): Promise<Proof> {
  const { flashLoan, collateralToReceive } = opportunity
  if (flashLoan === null) return toProof(null, 'No lender of the debt token is known to take it from.')
  const sell = (amount: bigint) => attempt(client, opportunity, flashLoan, amount)
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
