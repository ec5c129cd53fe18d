import type { GasTier, GasTiers } from '../../gasPrice.ts'
import type { FeeParts, Surcharge, TransactionFee } from '../transactionFee.ts'

/** What a transaction pays in each tier: its gas at base fee and tip, and what the chain charges beside. */
export function computeFeeParts(tiers: GasTiers, surcharge: Surcharge, blob: bigint): TransactionFee['tiers'] {
  const { gasLimit, l1Gas, l1, operator, leastGasPrice } = surcharge
  const toParts = ({ baseFeePerGas, maxPriorityFeePerGas }: GasTier): FeeParts => {
    const offered = baseFeePerGas + maxPriorityFeePerGas
    const gasPrice = max(offered, leastGasPrice)
    const execution = (gasLimit - l1Gas) * gasPrice
    const data = l1 + l1Gas * gasPrice
    return { gasPrice, execution, l1: data, operator, blob, total: execution + data + operator + blob }
  }
  return {
    slow: toParts(tiers.slow),
    standard: toParts(tiers.standard),
    fast: toParts(tiers.fast),
    instant: toParts(tiers.instant),
  }
}

export function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
