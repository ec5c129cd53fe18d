import type { ChainProfile } from '@outrigger/core'
import type { FeeBlock } from '../gasSample.ts'
import { computeAcp176BaseFee } from './acp176.ts'
import { max } from './bigints.ts'
import { computeNextBaseFee } from './eip1559.ts'
import { decodeOpStackExtraData } from './opStack.ts'

/**
 * Returns the base fee of the block after `block` by the chain's own rule, in wei. Returns null if the fee cannot be
 * computed from a header, as on Arbitrum (backlog), on chains with one gas price, and for OP-stack `extraData` of an
 * unknown version.
 */
export function computeChainNextBaseFee(
  chain: Pick<ChainProfile, 'feeModel' | 'blockTimeMs'>,
  block: FeeBlock,
): bigint | null {
  const { feeModel } = chain
  switch (feeModel.kind) {
    case 'eip1559': {
      const { elasticityMultiplier, gasTargetPercent } = feeModel
      return computeNextBaseFee(block.baseFeePerGas, block.gasUsed, {
        gasTarget:
          gasTargetPercent === undefined
            ? block.gasLimit / elasticityMultiplier
            : (block.gasLimit * gasTargetPercent) / 100n,
        baseFeeChangeDenominator: feeModel.baseFeeChangeDenominator,
        maxChangePercent: feeModel.maxBaseFeeChangePercent,
      })
    }
    case 'opStack': {
      const parameters = decodeOpStackExtraData(block.extraData, feeModel)
      if (parameters === null) return null
      const footprint = parameters.countsDataFootprint ? block.blobGasUsed : 0n
      return computeNextBaseFee(block.baseFeePerGas, max(footprint, block.gasUsed), {
        ...parameters,
        gasTarget: block.gasLimit / parameters.elasticityMultiplier,
      })
    }
    case 'avalanche':
      return computeAcp176BaseFee(block.extraData, BigInt(chain.blockTimeMs))
    default:
      return null
  }
}
