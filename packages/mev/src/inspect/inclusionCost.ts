import type { BlockContext } from './flow/ownAddresses.ts'
import type { TransactionFlow } from './flow/transactionFlow.ts'
import type { InclusionCost } from './minedFinding.ts'

/** Returns the gas cost of transactions and their direct payments to the block's coinbase. */
export function computeCost(
  flows: readonly TransactionFlow[],
  { coinbase, wrappedNative }: BlockContext,
): InclusionCost {
  let gasCost: bigint | null = 0n
  let coinbaseTransfer: bigint | null = coinbase === null ? null : 0n
  for (const { transaction, transfers } of flows) {
    const { gasUsed, effectiveGasPrice, calls } = transaction
    gasCost = gasCost === null || effectiveGasPrice === null ? null : gasCost + gasUsed * effectiveGasPrice
    if (calls === null || coinbaseTransfer === null) coinbaseTransfer = null
    else
      for (const { token, from, to, amount } of transfers)
        if (token === wrappedNative && to === coinbase && from !== coinbase) coinbaseTransfer += amount
  }
  return { gasCost, coinbaseTransfer }
}
