import type { BlobMarket, BlobParameters } from '@outrigger/core/internal'
import { computeExponential } from '../../compute/exponential.ts'

/** Gas of one blob (EIP-4844). */
export const gasPerBlob = 131_072n
/** `BLOB_BASE_COST` of EIP-7918: a blob costs at least this much execution gas. */
const blobBaseCost = 8_192n

/** The header fields that determine the next block's blob base fee. */
export type BlobHeader = {
  /** Unix seconds. */
  readonly timestamp: number
  readonly baseFeePerGas: bigint
  readonly blobGasUsed: bigint
  readonly excessBlobGas: bigint
}

/** Returns the blob parameters that apply at a time in Unix seconds. Null before the first parameters. */
export function findBlobParameters({ schedule }: Pick<BlobMarket, 'schedule'>, time: number): BlobParameters | null {
  return schedule.findLast(({ activationTime }) => activationTime <= time) ?? null
}

/**
 * Returns the blob base fee of the block after `parent`, in wei per blob gas. Returns null for a time before the
 * schedule begins. It uses the parameters of that next block, so new parameters apply from the first block of a fork.
 * Sources: EIP-4844 (`calc_excess_blob_gas`, `get_base_fee_per_blob_gas`), EIP-7918.
 *
 * @param childTime Unix seconds
 */
export function computeNextBlobBaseFee(parent: BlobHeader, market: BlobMarket, childTime: number): bigint | null {
  const parameters = findBlobParameters(market, childTime)
  if (parameters === null) return null
  const { target, max, baseFeeUpdateFraction } = parameters
  const toFee = (excess: bigint) => computeExponential(market.minBaseFeePerBlobGas, excess, baseFeeUpdateFraction)
  const { excessBlobGas, blobGasUsed } = parent
  const targetGas = gasPerBlob * BigInt(target)
  if (excessBlobGas + blobGasUsed < targetGas) return toFee(0n)
  const isBelowReserve =
    childTime >= market.reservePriceTime && blobBaseCost * parent.baseFeePerGas > gasPerBlob * toFee(excessBlobGas)
  const change = isBelowReserve ? (blobGasUsed * BigInt(max - target)) / BigInt(max) : blobGasUsed - targetGas
  return toFee(excessBlobGas + change)
}
