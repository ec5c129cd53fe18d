import type { ChainProfile } from '@outrigger/core'
import { quantile } from '@outrigger/core/internal'
import { ImplausibleFeesError, UnknownFeeRuleError } from '../gasErrors.ts'
import type { GasQuote, GasTier } from '../gasPrice.ts'
import type { GasSample } from '../gasSample.ts'
import { type GasTierName, mapTiers } from '../gasTierName.ts'
import { computeInclusionQuote, computeInclusionQuotes } from '../model/inclusionQuote.ts'
import type { TierModelState } from '../model/tierModel.ts'
import type { InclusionTarget } from '../tierTargets.ts'
import { ascending } from './bigints.ts'
import { classifyCongestion } from './congestion.ts'
import { computeChainNextBaseFee } from './nextBaseFee.ts'
import { decodeOpStackExtraData } from './opStack.ts'
import { computeEntryTip, computeTips, leastOffer } from './tips.ts'

// Default minimum tip of block producers (geth and op-geth, `miner.gasprice`), for chains without their own minimum.
const usualMinTip = 1_000_000n
// Nitro rejects a transaction whose cap is below the base fee at its arrival. The fee moves by about 1 % between two blocks,
// and the transaction pays the current base fee, not the cap. So only the cap gets headroom.
const arbitrumHeadroomPercent = 5n
// A million gwei per gas is far above any fee of the supported chains, so a higher fee is an error.
export const mostPerGas = 10n ** 15n

/**
 * Prices gas for the next block from one sample of a chain. The node's next base fee takes precedence over the
 * computed fee. If they differ, the quote reports it. Tips come from the chain's tier model once it has seen enough
 * blocks. Before that, they are quantiles of the sample's recent blocks.
 *
 * @throws {ImplausibleFeesError} a base fee or a tip above 10^15 wei
 * @throws {UnknownFeeRuleError} an OP-stack header of an unknown version, and the node does not report the next base fee
 */
export function computeGasQuote(
  chain: ChainProfile,
  sample: GasSample,
  { model = null, target }: { readonly model?: TierModelState | null; readonly target?: InclusionTarget } = {},
): GasQuote {
  const { block, nodeNextBaseFeePerGas: node } = sample
  const computed = computeChainNextBaseFee(chain, block)
  // Avalanche's base fee falls with the time until the next block, which the computation only assumes, so it may differ.
  const mismatch = computed !== null && node !== null && computed !== node && chain.feeModel.kind !== 'avalanche'
  if (chain.feeModel.kind === 'opStack' && node === null && computed === null)
    throw new UnknownFeeRuleError(chain.name, block.extraData)
  const nextBaseFeePerGas = node ?? computed ?? block.baseFeePerGas
  const firstCome = chain.feeModel.kind === 'arbitrum'
  const headroom = firstCome ? (nextBaseFeePerGas * arbitrumHeadroomPercent) / 100n : 0n
  const minTip = firstCome ? 0n : computeMinTip(chain, sample, nextBaseFeePerGas)
  const past = firstCome
    ? mapTiers(() => 0n)
    : computeTips(sample.history, sample.pending, { blockTimeMs: chain.blockTimeMs, minTip })
  const context = { chain, sample, model, nextBaseFeePerGas, minTip }
  const inclusion = computeInclusionQuotes(context, past)
  // `instant` has the highest tip.
  for (const fee of [block.baseFeePerGas, nextBaseFeePerGas, inclusion.instant.maxPriorityFeePerGas])
    if (fee > mostPerGas) throw new ImplausibleFeesError(`They are ${fee} wei per gas.`)
  const tier = (name: GasTierName): GasTier =>
    Object.freeze({
      baseFeePerGas: nextBaseFeePerGas,
      maxPriorityFeePerGas: inclusion[name].maxPriorityFeePerGas,
      maxFeePerGas: nextBaseFeePerGas + inclusion[name].maxPriorityFeePerGas + headroom,
    })
  return {
    chain: chain.name,
    blockNumber: block.number,
    baseFeePerGas: block.baseFeePerGas,
    nextBaseFeePerGas,
    baseFeeMismatch: mismatch ? Object.freeze({ computed, node }) : null,
    tiers: Object.freeze(mapTiers(tier)),
    inclusion: Object.freeze({
      ...inclusion,
      ...(target && { asked: computeInclusionQuote(context, target) }),
    }),
    congestion: classifyCongestion({
      load: computeLoad(chain, sample),
      surge: computeSurge(sample, nextBaseFeePerGas),
    }),
  }
}

function computeMinTip(
  chain: ChainProfile,
  { history, gasPrice, suggestedTip }: GasSample,
  nextBaseFee: bigint,
): bigint {
  const { feeModel } = chain
  const ofChain = feeModel.kind === 'eip1559' ? feeModel.minPriorityFeePerGas : undefined
  if (ofChain !== undefined) return suggestedTip !== null && suggestedTip > ofChain ? suggestedTip : ofChain
  if (suggestedTip !== null) return suggestedTip
  if (gasPrice !== null) return gasPrice > nextBaseFee ? gasPrice - nextBaseFee : 0n
  // The usual minimum applies to chains whose blocks are too empty to show which tips are accepted.
  return history.some((past) => computeEntryTip(past) !== null) ? leastOffer : usualMinTip
}

function computeLoad({ feeModel, blockTimeMs }: ChainProfile, { block, history }: GasSample): number | null {
  const recent = history.slice(-10)
  // Arbitrum does not enforce its block gas limit.
  if (recent.length === 0 || feeModel.kind === 'arbitrum') return null
  const mean = recent.reduce((sum, { gasUsedRatio }) => sum + gasUsedRatio, 0) / recent.length
  switch (feeModel.kind) {
    case 'eip1559':
      return feeModel.gasTargetPercent === undefined
        ? mean * Number(feeModel.elasticityMultiplier)
        : (mean * 100) / Number(feeModel.gasTargetPercent)
    case 'opStack': {
      const parameters = decodeOpStackExtraData(block.extraData, feeModel)
      return parameters && mean * Number(parameters.elasticityMultiplier)
    }
    case 'avalanche':
      // ACP-176: a block may use up to ten seconds of target gas.
      return (mean * 10_000) / blockTimeMs
    default:
      return mean * 2
  }
}

function computeSurge({ history, minBaseFeePerGas }: GasSample, nextBaseFee: bigint): number | null {
  const baseFees = history.map(({ baseFeePerGas }) => baseFeePerGas).sort(ascending)
  const usual = minBaseFeePerGas ?? quantile(baseFees, 0.5) ?? 0n
  return usual === 0n ? null : Number(nextBaseFee) / Number(usual)
}
