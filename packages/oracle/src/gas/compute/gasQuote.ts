import type { ChainProfile } from '@outrigger/core'
import { quantile } from '@outrigger/core/internal'
import { ImplausibleFeesError, UnknownFeeRuleError } from '../gasErrors.ts'
import type { GasQuote, GasTier } from '../gasPrice.ts'
import type { GasSample } from '../gasSample.ts'
import type { GasTierName } from '../gasTierName.ts'
import type { InclusionTarget } from '../model/inclusion.ts'
import { computeInclusionQuote, computeInclusionQuotes } from '../model/inclusionQuote.ts'
import type { TierModelState } from '../model/tierModel.ts'
import { classifyCongestion } from './congestion.ts'
import { computeChainNextBaseFee } from './nextBaseFee.ts'
import { decodeOpStackExtraData } from './opStack.ts'
import { computeEntryTip, computeTips, leastOffer } from './tips.ts'

// What block producers run with when a chain names no minimum of its own (geth and op-geth, `miner.gasprice`).
const usualMinTip = 1_000_000n
// Nitro refuses a transaction whose cap is below the base fee of the moment it arrives; the fee moves by about a
// percent between two blocks, and what is paid is the base fee in force, not the cap. So the cap, and it alone, gets room.
const arbitrumHeadroomPercent = 5n
// A million gwei per gas, far above any fee of the chains served here, is an error.
export const mostPerGas = 10n ** 15n

/**
 * Prices gas for the next block from one sample of a chain. The node's next base fee wins over the computed one, and a
 * disagreement is part of the answer. Tips are those of the chain's tier model where it has seen enough, otherwise quantiles of
 * the sample's short past.
 *
 * @throws {ImplausibleFeesError} a base fee or a tip above 10^15 wei
 * @throws {UnknownFeeRuleError} an OP-stack header of an unknown version, and the node does not state the next base fee
 */
export function computeGasQuote(
  chain: ChainProfile,
  sample: GasSample,
  { model = null, target }: { readonly model?: TierModelState | null; readonly target?: InclusionTarget } = {},
): GasQuote {
  const { block, nodeNextBaseFeePerGas: node } = sample
  const computed = computeChainNextBaseFee(chain, block)
  // Avalanche's falls with the time until the next block, which the computation can only assume: no disagreement.
  const mismatch = computed !== null && node !== null && computed !== node && chain.feeModel.kind !== 'avalanche'
  if (chain.feeModel.kind === 'opStack' && node === null && computed === null)
    throw new UnknownFeeRuleError(chain.name, block.extraData)
  const nextBaseFeePerGas = node ?? computed ?? block.baseFeePerGas
  const firstCome = chain.feeModel.kind === 'arbitrum'
  const headroom = firstCome ? (nextBaseFeePerGas * arbitrumHeadroomPercent) / 100n : 0n
  const minTip = firstCome ? 0n : computeMinTip(chain, sample, nextBaseFeePerGas)
  const past = firstCome
    ? { slow: 0n, standard: 0n, fast: 0n, instant: 0n }
    : computeTips(sample.history, sample.pending, { blockTimeMs: chain.blockTimeMs, minTip })
  const context = { chain, sample, model, nextBaseFeePerGas, minTip }
  const inclusion = computeInclusionQuotes(context, past)
  // The tips ascend to `instant`.
  for (const fee of [block.baseFeePerGas, nextBaseFeePerGas, inclusion.instant.maxPriorityFeePerGas])
    if (fee > mostPerGas) throw new ImplausibleFeesError(`They ask for ${fee} wei per gas.`)
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
    tiers: Object.freeze({
      slow: tier('slow'),
      standard: tier('standard'),
      fast: tier('fast'),
      instant: tier('instant'),
    }),
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
  // The usual minimum is for chains whose blocks are too empty to show what is accepted.
  return history.some((past) => computeEntryTip(past) !== null) ? leastOffer : usualMinTip
}

function computeLoad({ feeModel, blockTimeMs }: ChainProfile, { block, history }: GasSample): number | null {
  const recent = history.slice(-10)
  // Arbitrum's block gas limit is no limit.
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
  const ascending = history.map(({ baseFeePerGas }) => baseFeePerGas).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const usual = minBaseFeePerGas ?? quantile(ascending, 0.5) ?? 0n
  return usual === 0n ? null : Number(nextBaseFee) / Number(usual)
}
