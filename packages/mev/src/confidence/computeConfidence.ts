import type { ConfidenceInputs } from './confidenceInputs.ts'
import { type ConfidenceModel, confidenceModel, type ModelInput } from './model.ts'

const modelInputs = Object.keys(confidenceModel.weights) as readonly ModelInput[]
/** Beyond these a count says no more. */
const mostCounted = 4
/** Swaps of the shortest cycle. */
const shortest = 2

/**
 * The probability that a finding yields at least 90 % of its estimate when it is carried out in the position named: a
 * logistic model of what is known about it, fitted on scenarios that were carried out on a chain (`model.ts`).
 *
 * @example
 * computeConfidence({ ...inputs, unknownTokens: 0 })
 */
export function computeConfidence(inputs: ConfidenceInputs, model: ConfidenceModel = confidenceModel): number {
  const values = toModelInputs(inputs)
  let score = model.intercept
  for (const name of modelInputs) score += model.weights[name] * values[name]
  return 1 / (1 + Math.exp(-score))
}

/** The inputs as the model takes them: bounded, and what only matters where nothing was simulated apart from the rest. */
export function toModelInputs(inputs: ConfidenceInputs): Readonly<Record<ModelInput, number>> {
  const cap = (count: number) => Math.min(count, mostCounted)
  const simulated = inputs.isSimulated ? 1 : 0
  const unknown = inputs.unknownTokens * (1 - simulated)
  return {
    isSimulated: simulated,
    restsOnPending: inputs.restsOnPending ? 1 : 0,
    // A longer way through a token that nobody has measured is no safer than a short one.
    hops: cap(unknown > 0 ? Math.min(inputs.hops, shortest) : inputs.hops),
    unknownTokens: cap(unknown),
    unknownTokensSimulated: cap(inputs.unknownTokens) * simulated,
    unknownPools: cap(inputs.unknownPools) * (1 - simulated),
    rivalsBefore: cap(inputs.rivalsBefore),
    rivalsAfter: cap(inputs.rivalsAfter),
    closeness: Math.exp(-4 * inputs.tipMargin),
    queued: Math.min(inputs.queued, 1),
    gaps: Math.min(inputs.gaps, 1),
  }
}
