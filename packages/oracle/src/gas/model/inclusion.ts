import { GasModelError } from '../gasErrors.ts'
import type { InclusionTarget } from '../tierTargets.ts'
import { type HorizonState, learnedConfidences, type TierModelState } from './tierModel.ts'

/** How often the model's tips for a target would have been enough. */
export type Calibration = {
  /** Number of windows that the tip was tested on. Windows longer than a block overlap. */
  readonly samples: number
  /** Share of windows in which the tip was enough. Null before the first window. */
  readonly coverage: number | null
  /** Calibration in the current market regime only. It is lower than the total in a rush and higher in a quiet market. */
  readonly regime: { readonly name: string; readonly samples: number; readonly coverage: number | null }
}

export type InclusionTip = {
  readonly maxPriorityFeePerGas: bigint
  /** Length of the tip's window in blocks: the longest learned window that is not longer than requested. */
  readonly blocks: number
  readonly calibration: Calibration
}

const lowest = learnedConfidences[0] as number
const highest = learnedConfidences.at(-1) as number

/** @throws {GasModelError} the model does not support the target */
export function checkInclusionTarget({ withinMs, confidence }: InclusionTarget): void {
  if (!(withinMs >= 250 && withinMs <= 86_400_000))
    throw new GasModelError(`A window of ${withinMs} ms is not supported. Use 250 to 86400000 ms (one day).`)
  if (!(confidence >= lowest && confidence <= highest))
    throw new GasModelError(`Confidence ${confidence} is not supported. Use ${lowest} to ${highest}.`)
}

/**
 * Returns the learned tip for inclusion in one of the next `blocks` blocks with this probability, or null if the
 * model has seen too few blocks. It rises with the confidence and falls with the length of the window.
 */
export function computeInclusionTip(state: TierModelState, blocks: number, confidence: number): InclusionTip | null {
  const index = Math.max(
    0,
    state.horizons.findLastIndex((horizon) => horizon.blocks <= blocks),
  )
  const decision = state.decisions.at(-1)
  const tips = decision?.tips[index] ?? []
  if (decision?.regime == null || tips.length === 0) return null
  const { below, share } = findConfidence(confidence)
  const horizon = state.horizons[index] as HorizonState
  const toCoverage = ({ samples, hits }: HorizonState['coverage']) => ({
    samples: Math.round(samples),
    coverage: samples === 0 ? null : between(hits[below] as number, hits[below + 1] ?? 0, share) / samples,
  })
  const { name } = decision.regime
  return {
    maxPriorityFeePerGas: BigInt(Math.ceil(interpolateTip(tips, confidence))),
    blocks: horizon.blocks,
    calibration: {
      ...toCoverage(horizon.coverage),
      regime: { name, ...toCoverage(horizon.regimes[name] ?? { samples: 0, hits: [] }) },
    },
  }
}

/** Interpolates the tip for any confidence, linearly in log odds and the logarithm of the tip. */
export function interpolateTip(tips: readonly number[], confidence: number): number {
  const { below, share } = findConfidence(confidence)
  const low = tips[below] as number
  return low * ((tips[below + 1] ?? low) / Math.max(low, 1)) ** share
}

/**
 * Finds the learned confidence at or below `confidence`, and the distance to the next learned confidence in log odds,
 * 0-1.
 */
function findConfidence(confidence: number): { readonly below: number; readonly share: number } {
  const below = Math.max(
    0,
    learnedConfidences.findLastIndex((learned) => learned <= confidence),
  )
  const next = learnedConfidences[below + 1]
  const at = toLogOdds(learnedConfidences[below] as number)
  return { below, share: next === undefined ? 0 : (toLogOdds(confidence) - at) / (toLogOdds(next) - at) }
}

function toLogOdds(probability: number): number {
  return Math.log(probability / (1 - probability))
}

function between(low: number, high: number, share: number): number {
  return low + share * (high - low)
}
