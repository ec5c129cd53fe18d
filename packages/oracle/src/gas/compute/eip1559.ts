import { max, min } from './bigints.ts'

export type BaseFeeParameters = {
  /** Gas target of a block. */
  readonly gasTarget: bigint
  readonly baseFeeChangeDenominator: bigint
  readonly minBaseFeePerGas?: bigint | undefined
  /** Largest change per block in percent of the base fee, if the chain limits it. */
  readonly maxChangePercent?: bigint | undefined
}

/**
 * Returns the base fee of the next block from a block's base fee and gas used, in wei, with the chain's parameters. Source:
 * EIP-1559, section "Specification" (`expected_base_fee_per_gas`).
 *
 * @example
 * computeNextBaseFee(100n, 30_000_000n, { gasTarget: 15_000_000n, baseFeeChangeDenominator: 8n }) // 112n
 */
export function computeNextBaseFee(baseFeePerGas: bigint, gasUsed: bigint, parameters: BaseFeeParameters): bigint {
  const { gasTarget, baseFeeChangeDenominator, minBaseFeePerGas = 0n, maxChangePercent } = parameters
  if (gasTarget === 0n) return max(baseFeePerGas, minBaseFeePerGas)
  const distance = gasUsed > gasTarget ? gasUsed - gasTarget : gasTarget - gasUsed
  let change = (baseFeePerGas * distance) / gasTarget / baseFeeChangeDenominator
  // PIP-79: at most 5 % per block, but at least 1 wei.
  if (maxChangePercent !== undefined) change = min(change, max((baseFeePerGas * maxChangePercent) / 100n, 1n))
  if (gasUsed > gasTarget) return max(baseFeePerGas + max(change, 1n), minBaseFeePerGas)
  return max(baseFeePerGas - change, minBaseFeePerGas)
}
