import type { ChainProfile } from '@outrigger/core'
import { computeEntryTip, computeWindowedTip } from '../compute/tips.ts'
import type { GasSample } from '../gasSample.ts'
import type { GasTierName } from '../gasTierName.ts'
import { tierTargets, toGasFamily, toWindowBlocks } from './families.ts'
import { type Calibration, computeInclusionTip, type InclusionTarget, type InclusionTip } from './inclusion.ts'
import type { TierModelState } from './tierModel.ts'
import { computeMostGrowth, computeWindowBaseFee } from './windowBaseFee.ts'

/** Fees for inclusion within a time at a confidence. All in wei. */
export type InclusionQuote = InclusionTarget & {
  readonly maxPriorityFeePerGas: bigint
  /**
   * Base fee plus tip that stays enough for the whole window. It is a cap: what is paid is the base fee in force plus the
   * tip. `GasTier.maxFeePerGas`, base fee of the next block plus tip, may be too low by the block after.
   */
  readonly maxFeePerGas: bigint
  /** Whether the cap holds whatever happens, or in all but a few windows like those of the past. */
  readonly capRule: 'worst_case' | 'learned'
  /**
   * Where the tip is from: the model; quantiles of a short past with half-life 20 blocks, until the model has been held
   * against 200 windows; or from the chain's rule, that tips buy nothing.
   */
  readonly tipRule: 'model' | 'percentiles' | 'first_come'
  /** Null where the tip is not the model's: then nothing says how often it is enough. */
  readonly calibration: Calibration | null
}

/** Inclusion quotes of the four tiers. */
export type InclusionQuotes = { readonly [tier in GasTierName]: InclusionQuote }

type Context = {
  readonly chain: ChainProfile
  readonly sample: GasSample
  readonly model: TierModelState | null
  readonly nextBaseFeePerGas: bigint
  readonly minTip: bigint
}

// Fewer windows say too little of whether a model may be believed.
const fewestWindows = 200

/**
 * The quotes of the tiers. Tips ascend from slow to instant; caps may not, since a longer window needs more room.
 *
 * @param past tips of the percentiles, for the tiers the model does not answer yet
 */
export function computeInclusionQuotes(
  context: Context,
  past: { readonly [tier in GasTierName]: bigint },
): InclusionQuotes {
  const quote = (tier: GasTierName, least: bigint) =>
    computeInclusionQuote(context, tierTargets[tier], { past: past[tier], least })
  const slow = quote('slow', 0n)
  const standard = quote('standard', slow.maxPriorityFeePerGas)
  const fast = quote('fast', standard.maxPriorityFeePerGas)
  return { slow, standard, fast, instant: quote('instant', fast.maxPriorityFeePerGas) }
}

/** The quote for any target: a tip of at least `least`; of `past` where the model does not answer yet. */
export function computeInclusionQuote(
  { chain, sample, model, nextBaseFeePerGas, minTip }: Context,
  target: InclusionTarget,
  { past, least = 0n }: { readonly past?: bigint; readonly least?: bigint } = {},
): InclusionQuote {
  const blocks = toWindowBlocks(chain, target.withinMs)
  const isFirstCome = toGasFamily(chain) === 'firstCome'
  const learned = isFirstCome ? null : computeTrustedTip(model, blocks, target.confidence)
  const found = isFirstCome
    ? 0n
    : (learned?.maxPriorityFeePerGas ?? past ?? computePastTip(sample, blocks, target.confidence))
  const tip = isFirstCome ? 0n : [minTip, least].reduce((most, one) => (one > most ? one : most), found)
  const growths = model?.horizons.findLast((horizon) => horizon.blocks <= blocks)?.growths.room ?? []
  const cap = computeWindowBaseFee(
    nextBaseFeePerGas,
    blocks,
    target.confidence,
    growths,
    computeMostGrowth(chain, sample.block),
  )
  return Object.freeze({
    ...target,
    maxPriorityFeePerGas: tip,
    maxFeePerGas: cap.baseFeePerGas + tip,
    capRule: cap.rule,
    tipRule: isFirstCome ? 'first_come' : learned === null ? 'percentiles' : 'model',
    calibration: learned?.calibration ?? null,
  })
}

function computeTrustedTip(model: TierModelState | null, blocks: number, confidence: number): InclusionTip | null {
  const tip = model === null ? null : computeInclusionTip(model, blocks, confidence)
  return tip === null || tip.calibration.samples < fewestWindows ? null : tip
}

function computePastTip({ history }: GasSample, blocks: number, confidence: number): bigint {
  return computeWindowedTip(history.map(computeEntryTip), blocks, confidence) ?? 0n
}
