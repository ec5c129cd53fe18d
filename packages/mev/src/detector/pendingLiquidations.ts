import { type LendingProtocol, lendingProtocols, type Opportunity, scanLiquidations } from '@outrigger/defi'
import type { Address, PublicClient } from 'viem'
import type { SimulationBudget } from '../simulate/simulationBudget.ts'
import type { PendingTransaction } from '../view/applyTransaction.ts'
import type { KnownLiquidations } from './knownLiquidations.ts'

/** Others' pending liquidations, and what is known of the borrowers. */
export type PendingLiquidations<entry extends PendingTransaction> = {
  /** What could be earned in place of a pending liquidation, by what is known at once. Others are looked at, see `onFound`. */
  find(entry: entry): readonly Opportunity[]
  /** A new block: what was looked at counts no more. */
  onBlock(): void
}

export type PendingLiquidationsOptions<entry extends PendingTransaction> = {
  readonly known: KnownLiquidations
  /** Each of its requests is one of the budget's. */
  readonly client: PublicClient
  readonly budget: SimulationBudget
  readonly toWeiPerGas: () => bigint
  /** A borrower of a pending liquidation was looked at, and can be liquidated at a profit. */
  readonly onFound: (entry: entry) => void
}

/** Borrowers of one transaction that are looked at: some calls name hundreds. */
const mostBorrowers = 8
/** Markets of this lender price the native token. */
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
    // A provider that fails at it, or the end of the budget, says nothing of the borrower.
    const { opportunities } = await scanLiquidations(client, options).catch(() => ({ opportunities: [] }))
    const found = opportunities.filter((one) => one.protocol === protocol.id)
    // The next block has come in between.
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
