import { type LendingProtocol, lendingProtocols, type Opportunity, scanLiquidations } from '@outrigger/defi'
import type { Address, PublicClient } from 'viem'
import type { SimulationBudget } from '../simulate/simulationBudget.ts'
import type { PendingTransaction } from '../view/applyTransaction.ts'
import type { KnownLiquidations } from './knownLiquidations.ts'

/** Finds opportunities in pending liquidations by other accounts. */
export type PendingLiquidations<entry extends PendingTransaction> = {
  /** Returns the known liquidations that could replace a pending one. Checks the other borrowers later, see `onFound`. */
  find(entry: entry): readonly Opportunity[]
  /** Drops the results of earlier checks, because they apply only to the previous block. */
  onBlock(): void
}

export type PendingLiquidationsOptions<entry extends PendingTransaction> = {
  readonly known: KnownLiquidations
  /** Client that takes one request from the budget for each request it sends. */
  readonly client: PublicClient
  readonly budget: SimulationBudget
  readonly toWeiPerGas: () => bigint
  /** Called when a check shows that a borrower of a pending liquidation can be liquidated at a profit. */
  readonly onFound: (entry: entry) => void
}

/** Largest number of borrowers to check per transaction, because some calls name hundreds. */
const mostBorrowers = 8
/** The scan includes this lender, because its markets price the native token. */
const valuedBy = 'aave_v3'

export function createPendingLiquidations<entry extends PendingTransaction>(
  options: PendingLiquidationsOptions<entry>,
): PendingLiquidations<entry> {
  const { known, client, budget, toWeiPerGas, onFound } = options
  const looked = new Set<string>()
  let seen: Opportunity[] = []

  async function look(entry: entry, protocol: LendingProtocol, borrower: Address): Promise<void> {
    const key = `${protocol.id}:${borrower}`
    if (looked.has(key) || budget.left === 0) return
    looked.add(key)
    const protocols = lendingProtocols.filter((one) => one === protocol || one.id === valuedBy)
    const options = { borrowers: [borrower], protocols, weiPerGas: toWeiPerGas(), prove: true }
    // If the provider fails or the budget ends, the state of the borrower remains unknown.
    const { opportunities } = await scanLiquidations(client, options).catch(() => ({ opportunities: [] }))
    const found = opportunities.filter((one) => one.protocol === protocol.id)
    // Skips the result if the next block arrived during the check.
    if (found.length === 0 || !looked.has(key)) return
    seen.push(...found)
    found.forEach(known.set)
    onFound(entry)
  }

  return {
    find(entry) {
      const found: Opportunity[] = []
      let left = mostBorrowers
      for (const action of entry.classification.actions) {
        if (action.kind !== 'liquidation' || action.borrower === null || left-- <= 0) continue
        const { borrower } = action
        const opportunities = known.of(action.protocol, borrower)
        found.push(...opportunities)
        const protocol = lendingProtocols.find(({ id }) => id === action.protocol)
        if (opportunities.length === 0 && protocol !== undefined) void look(entry, protocol, borrower)
      }
      return found
    },
    onBlock() {
      for (const one of seen) known.delete(one)
      seen = []
      looked.clear()
    },
  }
}
