import type { Hex } from 'viem'

type OpStackFeeParameters = {
  readonly elasticityMultiplier: bigint
  readonly baseFeeChangeDenominator: bigint
  readonly minBaseFeePerGas: bigint
  /**
   * Whether the base fee follows the larger of gas used and data footprint (since Jovian). `blobGasUsed` contains the
   * footprint.
   */
  readonly countsDataFootprint: boolean
}

type OpStackDefaults = Pick<OpStackFeeParameters, 'baseFeeChangeDenominator' | 'elasticityMultiplier'>

/**
 * Returns the fee parameters in an OP-stack header's `extraData`. Returns null if `extraData` is missing or has an
 * unknown layout.
 *
 * | fork | bytes |
 * |---|---|
 * | before Holocene | none: the chain's constants |
 * | Holocene | `0x00`, denominator u32, elasticity u32 |
 * | Jovian | `0x01`, denominator u32, elasticity u32, minimum base fee u64 |
 *
 * If denominator and elasticity are both zero, the chain's constants apply. Sources: OP-stack specifications,
 * `holocene/exec-engine` and `jovian/exec-engine`, "in block header".
 *
 * @example decodeOpStackExtraData('0x00000000fa00000006', optimism.feeModel) // denominator 250, elasticity 6
 */
export function decodeOpStackExtraData(extraData: Hex | null, defaults: OpStackDefaults): OpStackFeeParameters | null {
  if (extraData === null) return null
  const { baseFeeChangeDenominator, elasticityMultiplier } = defaults
  const constants = { baseFeeChangeDenominator, elasticityMultiplier, minBaseFeePerGas: 0n, countsDataFootprint: false }
  if (extraData === '0x') return constants
  const jovian = extraData.length === 2 + 2 * 17 && extraData.startsWith('0x01')
  const holocene = extraData.length === 2 + 2 * 9 && extraData.startsWith('0x00')
  if (!jovian && !holocene) return null
  const denominator = BigInt(`0x${extraData.slice(4, 12)}`)
  const elasticity = BigInt(`0x${extraData.slice(12, 20)}`)
  if ((denominator === 0n) !== (elasticity === 0n)) return null
  const given = denominator !== 0n
  return {
    baseFeeChangeDenominator: given ? denominator : baseFeeChangeDenominator,
    elasticityMultiplier: given ? elasticity : elasticityMultiplier,
    minBaseFeePerGas: jovian ? BigInt(`0x${extraData.slice(20)}`) : 0n,
    countsDataFootprint: jovian,
  }
}
