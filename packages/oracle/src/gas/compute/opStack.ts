import type { Hex } from 'viem'

export type OpStackFeeParameters = {
  readonly elasticityMultiplier: bigint
  readonly baseFeeChangeDenominator: bigint
  readonly minBaseFeePerGas: bigint
  /** From Jovian on the base fee follows the larger of gas and data footprint, the latter in `blobGasUsed`. */
  readonly countsDataFootprint: boolean
}

type OpStackDefaults = Pick<OpStackFeeParameters, 'baseFeeChangeDenominator' | 'elasticityMultiplier'>

/**
 * Fee parameters an OP-stack header carries in `extraData`: none before Holocene, `0x00 | denominator u32 | elasticity
 * u32` since Holocene, `0x01 | … | minBaseFee u64` since Jovian. Zeros stand for the chain's own constants, which are
 * also used for a header that carries none. Sources: OP-stack specifications, `holocene/exec-engine` and
 * `jovian/exec-engine`, "in block header".
 *
 * @example decodeOpStackExtraData('0x00000000fa00000006', optimism.feeModel) // denominator 250, elasticity 6
 */
export function decodeOpStackExtraData(extraData: Hex, defaults: OpStackDefaults): OpStackFeeParameters {
  const jovian = extraData.length === 2 + 2 * 17 && extraData.startsWith('0x01')
  const holocene = extraData.length === 2 + 2 * 9 && extraData.startsWith('0x00')
  const carried = jovian || holocene
  const denominator = carried ? BigInt(`0x${extraData.slice(4, 12)}`) : 0n
  const elasticity = carried ? BigInt(`0x${extraData.slice(12, 20)}`) : 0n
  const given = denominator !== 0n && elasticity !== 0n
  return {
    baseFeeChangeDenominator: given ? denominator : defaults.baseFeeChangeDenominator,
    elasticityMultiplier: given ? elasticity : defaults.elasticityMultiplier,
    minBaseFeePerGas: jovian ? BigInt(`0x${extraData.slice(20)}`) : 0n,
    countsDataFootprint: jovian,
  }
}
