import type { Transaction, TransactionReceipt } from 'viem'

/** `unknown`: the receipt does not say, as before Byzantium (EIP-658). */
export type EvmStatus = 'pending' | 'success' | 'failed' | 'unknown'

export function toStatus(receipt: TransactionReceipt | null): EvmStatus {
  if (receipt === null) return 'pending'
  if (receipt.status === 'success') return 'success'
  return receipt.status === 'reverted' ? 'failed' : 'unknown'
}

/**
 * Wei per gas that a mined transaction paid, or that a pending one offers at most. Null where no node says: a cap
 * (`maxFeePerGas`) is not the price that was paid.
 */
export function toGasPrice(transaction: Transaction, receipt: TransactionReceipt | null): bigint | null {
  const { gasPrice, maxFeePerGas } = transaction
  if (receipt === null) return maxFeePerGas ?? gasPrice ?? null
  // Nodes leave it out, whatever viem's type says.
  const paid = receipt.effectiveGasPrice as bigint | null
  // Some nodes repeat the cap as the price.
  return paid ?? (gasPrice === maxFeePerGas ? null : (gasPrice ?? null))
}
