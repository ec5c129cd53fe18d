import {
  type LendingProtocol,
  lendingProtocols,
  type Opportunity,
  proveLiquidation,
  scanLiquidations,
} from '@outrigger/defi'
import type { MempoolTransaction } from '@outrigger/mempool'
import type { Address, PublicClient } from 'viem'

/** The scan of a borrower includes this lender, because its markets price the native token. */
const valuedBy = 'aave_v3'

/**
 * Returns whether a simulation confirms the liquidation. Returns null if the result is unknown because the pending price update is
 * gone, or no provider simulates it.
 *
 * @param update the pending price update that the liquidation depends on, or null
 */
export async function proveOpportunity(
  client: PublicClient,
  opportunity: Opportunity,
  update: MempoolTransaction | null,
): Promise<boolean | null> {
  if (opportunity.proven !== null) return opportunity.proven
  if (opportunity.pendingUpdate !== null && !update?.transaction.to) return null
  const before = update?.transaction.to
    ? [{ from: update.transaction.from, to: update.transaction.to, data: update.transaction.input }]
    : []
  return proveLiquidation(client, opportunity, { before }).then(
    (proof) => proof.proven,
    () => null,
  )
}

/**
 * Returns the opportunities of a borrower at one lender. Returns none if the provider fails or the budget ends, because the state of
 * the borrower then remains unknown.
 */
export async function scanBorrower(
  client: PublicClient,
  { protocol, borrower }: { readonly protocol: LendingProtocol; readonly borrower: Address },
  weiPerGas: bigint,
): Promise<readonly Opportunity[]> {
  const protocols = lendingProtocols.filter((one) => one === protocol || one.id === valuedBy)
  const parameters = { borrowers: [borrower], protocols, weiPerGas, prove: true }
  const { opportunities } = await scanLiquidations(client, parameters).catch(() => ({ opportunities: [] }))
  return opportunities.filter((one) => one.protocol === protocol.id)
}
