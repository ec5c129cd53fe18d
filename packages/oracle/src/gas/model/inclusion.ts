import { GasModelError } from '../gasErrors.ts'
import type { HorizonState, TierModelState } from './tierModel.ts'
import { learnedConfidences } from './tierModel.ts'

/** Inclusion that is asked for: within this time, with this probability. */
export type InclusionTarget = { readonly withinMs: number; readonly confidence: number }

/** How often the model's tips for a target would have been enough, so far. */
export type Calibration = {
  /** Windows the tip was held against. Of windows longer than a block the neighbours overlap. */
  readonly samples: number
  /** Share of them in which it was enough; null before the first. */
  readonly coverage: number | null
  /** The same after blocks like the last one. In a rush it is lower than in all, in quiet higher. */
  readonly regime: { readonly name: string; readonly samples: number; readonly coverage: number | null }
}

export type InclusionTip = {
  readonly maxPriorityFeePerGas: bigint
  /** Length in blocks of the window the tip is for: of those learned the longest that is not longer than asked for. */
  readonly blocks: number
  readonly calibration: Calibration
}

const lowest = learnedConfidences[0] as number
const highest = learnedConfidences.at(-1) as number

/** @throws {GasModelError} a target the model has no answer to */
export function checkInclusionTarget({ withinMs, confidence }: InclusionTarget): void {
  if (!(withinMs >= 250 && withinMs <= 86_400_000))
    throw new GasModelError(
      `A window of ${withinMs} ms cannot be aimed at. Give milliseconds, between 250 and 86400000 (a day).`,
    )
  if (!(confidence >= lowest && confidence <= highest))
    throw new GasModelError(
      `Confidence ${confidence} cannot be told from so few blocks. Ask for one between ${lowest} and ${highest}.`,
    )
}

/**
 * The tip that gets into one of the next `blocks` blocks with this probability, by what was learned of the market; null
 * while the model has seen too little. Ascends with confidence, descends with the window.
 */
export function computeInclusionTip(state: TierModelState, blocks: number, confidence: number): InclusionTip | null {
  const index = findHorizon(state.horizons, blocks)
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

/** The tip for any confidence, of those for the learned ones: straight in log odds and logarithm of the tip. */
export function interpolateTip(tips: readonly number[], confidence: number): number {
  const { below, share } = findConfidence(confidence)
  const low = tips[below] as number
  return low * ((tips[below + 1] ?? low) / Math.max(low, 1)) ** share
}

/** The longest learned window that is not longer than asked for, or the shortest. */
function findHorizon(horizons: readonly HorizonState[], blocks: number): number {
  const index = horizons.findLastIndex((horizon) => horizon.blocks <= blocks)
  return Math.max(0, index)
}

/** The learned confidence at or below, and how far towards the next, in log odds. */
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
