import type { Address } from 'viem'
import type { TransactionFlow } from './flow/transactionFlow.ts'
import type { InclusionCost } from './minedFinding.ts'

/** What transactions paid for gas, and by calls to the block's coinbase. */
export function computeCost(flows: readonly TransactionFlow[], coinbase: Address | null): InclusionCost {
  let gasCost: bigint | null = 0n
  let coinbaseTransfer: bigint | null = coinbase === null ? null : 0n
  for (const { transaction } of flows) {
    const { gasUsed, effectiveGasPrice, calls } = transaction
    gasCost = gasCost === null || effectiveGasPrice === null ? null : gasCost + gasUsed * effectiveGasPrice
    if (calls === null || coinbaseTransfer === null) coinbaseTransfer = null
    else for (const { to, value } of calls) if (to === coinbase) coinbaseTransfer += value
  }
  return { gasCost, coinbaseTransfer }
}
