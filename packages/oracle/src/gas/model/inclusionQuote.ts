import type { ChainProfile } from '@outrigger/core'
import { max } from '../compute/bigints.ts'
import { computeEntryTip, computeWindowedTip } from '../compute/tips.ts'
import type { GasSample } from '../gasSample.ts'
import type { GasTierName } from '../gasTierName.ts'
import { type InclusionTarget, tierTargets } from '../tierTargets.ts'
import { toGasFamily, toWindowBlocks } from './families.ts'
import { type Calibration, computeInclusionTip, type InclusionTip } from './inclusion.ts'
import type { TierModelState } from './tierModel.ts'
import { computeMostGrowth, computeWindowBaseFee } from './windowBaseFee.ts'

/** Fees for inclusion within a time with a probability. All in wei. */
export type InclusionQuote = InclusionTarget & {
  readonly maxPriorityFeePerGas: bigint
  /**
   * Fee cap that stays high enough for the whole window. The transaction pays only the current base fee plus the tip.
   * In contrast, `GasTier.maxFeePerGas` is the next block's base fee plus tip, which may be too low one block later.
   */
  readonly maxFeePerGas: bigint
  /**
   * `worst_case`: the base fee cannot exceed the cap · `learned`: the base fee exceeded the cap in very few past
   * windows.
   */
  readonly capRule: 'worst_case' | 'learned'
  /**
   * Source of the tip. `model`: the tier model · `percentiles`: quantiles of recent blocks with a half-life of 20 blocks,
   * until the model has been tested on 200 windows · `first_come`: zero, because the chain orders by arrival.
   */
  readonly tipRule: 'model' | 'percentiles' | 'first_come'
  /** Test results of the tip. Null if the tip does not come from the model, because its success rate is then unknown. */
  readonly calibration: Calibration | null
}

/** Inclusion quotes of the four tiers. */
type InclusionQuotes = { readonly [tier in GasTierName]: InclusionQuote }

type Context = {
  readonly chain: ChainProfile
  readonly sample: GasSample
  readonly model: TierModelState | null
  readonly nextBaseFeePerGas: bigint
  readonly minTip: bigint
}

// With fewer tested windows the calibration of a model is not reliable.
const fewestWindows = 200

/**
 * Computes the quotes of the tiers. Tips rise from slow to instant. Caps do not always rise, because a longer window
 * needs a higher cap.
 *
 * @param past percentile tips, used for tiers without a model tip
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

/** Computes the quote for any target. The tip is at least `least`. If the model has no tip yet, `past` is used. */
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
  const tip = isFirstCome ? 0n : max(found, max(minTip, least))
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
