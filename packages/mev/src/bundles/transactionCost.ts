import { computeCalldataFloor, computeIntrinsicGas } from '@outrigger/core/internal'
import { computeGasPrice } from './simulate/environment.ts'
import { blobBytes, type SignedTransaction } from './transaction.ts'

/** Base fee and blob base fee of a block, wei. */
export type BlockFees = { readonly baseFee: bigint; readonly blobFee: bigint }

const max = (a: bigint, b: bigint) => (a > b ? a : b)

export const countBlobs = ({ more }: SignedTransaction): number => more.blobVersionedHashes?.length ?? 0

const toBlobGas = (transaction: SignedTransaction): bigint => BigInt(countBlobs(transaction) * blobBytes)

/** The gas that a transaction needs before it runs any code; its gas limit may not be below. */
export function computeLeastGasLimit({ to, data, more }: SignedTransaction): bigint {
  return max(computeIntrinsicGas({ to, data, ...more }), computeCalldataFloor(data))
}

/** The least gas that a transaction uses: of all but the calldata floor (EIP-7623) a fifth may be refunded (EIP-3529). */
export function computeLeastGasUsed({ to, data, more }: SignedTransaction): bigint {
  const intrinsic = computeIntrinsicGas({ to, data, ...more })
  return max(intrinsic - intrinsic / 5n, computeCalldataFloor(data))
}

/** The least that a transaction can cost its sender beside the value, in a block with these fees. */
export function computeLeastCost(transaction: SignedTransaction, { baseFee, blobFee }: BlockFees): bigint {
  return computeLeastGasUsed(transaction) * computeGasPrice(transaction, baseFee) + toBlobGas(transaction) * blobFee
}

/** What a sender must have for a transaction to be valid: all of its gas and blobs at their caps, and the value (EIP-4844). */
export function computeMostCost(transaction: SignedTransaction): bigint {
  const { gas, maxFeePerGas, value, more } = transaction
  return gas * maxFeePerGas + toBlobGas(transaction) * (more.maxFeePerBlobGas ?? 0n) + value
}
