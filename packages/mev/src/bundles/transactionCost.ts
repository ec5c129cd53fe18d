import { computeCalldataFloor, computeIntrinsicGas } from '@outrigger/core/internal'
import { computeGasPrice } from './simulate/environment.ts'
import { blobBytes, type SignedTransaction } from './transaction.ts'

/** Base fee and blob base fee of a block in wei. */
export type BlockFees = { readonly baseFee: bigint; readonly blobFee: bigint }

const max = (a: bigint, b: bigint) => (a > b ? a : b)

export const countBlobs = ({ more }: SignedTransaction): number => more.blobVersionedHashes?.length ?? 0

const toBlobGas = (transaction: SignedTransaction): bigint => BigInt(countBlobs(transaction) * blobBytes)

/** Intrinsic gas of a transaction. A lower gas limit is invalid. */
export function computeLeastGasLimit({ to, data, more }: SignedTransaction): bigint {
  return max(computeIntrinsicGas({ to, data, ...more }), computeCalldataFloor(data))
}

/** Lowest possible gas use. Refunds return at most a fifth (EIP-3529), and never below the calldata floor (EIP-7623). */
export function computeLeastGasUsed({ to, data, more }: SignedTransaction): bigint {
  const intrinsic = computeIntrinsicGas({ to, data, ...more })
  return max(intrinsic - intrinsic / 5n, computeCalldataFloor(data))
}

/** Lowest possible cost to the sender in a block with these fees, without the transferred value. */
export function computeLeastCost(transaction: SignedTransaction, { baseFee, blobFee }: BlockFees): bigint {
  return computeLeastGasUsed(transaction) * computeGasPrice(transaction, baseFee) + toBlobGas(transaction) * blobFee
}

/** Balance that the sender needs for a valid transaction: gas and blobs at their maximum fees, plus the value (EIP-4844). */
export function computeMostCost(transaction: SignedTransaction): bigint {
  const { gas, maxFeePerGas, value, more } = transaction
  return gas * maxFeePerGas + toBlobGas(transaction) * (more.maxFeePerBlobGas ?? 0n) + value
}
