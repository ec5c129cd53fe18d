import { max } from '../../compute/bigints.ts'
import type { GasTiers } from '../../gasPrice.ts'
import { mapTiers } from '../../gasTierName.ts'
import type { FeeParts, Surcharge, TransactionFee } from '../transactionFee.ts'

/**
 * Returns the fee of a transaction in each tier. It is the gas at base fee and tip, plus the chain's surcharge and
 * blobs.
 */
export function computeFeeParts(tiers: GasTiers, surcharge: Surcharge, blob: bigint): TransactionFee['tiers'] {
  const { gasLimit, l1Gas, l1, operator, leastGasPrice } = surcharge
  return mapTiers((tier): FeeParts => {
    const { baseFeePerGas, maxPriorityFeePerGas } = tiers[tier]
    const gasPrice = max(baseFeePerGas + maxPriorityFeePerGas, leastGasPrice)
    const execution = (gasLimit - l1Gas) * gasPrice
    const data = l1 + l1Gas * gasPrice
    return { gasPrice, execution, l1: data, operator, blob, total: execution + data + operator + blob }
  })
}
