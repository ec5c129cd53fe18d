import type { ConfidenceInputs } from './confidenceInputs.ts'
import { type ConfidenceModel, confidenceModel, type ModelInput } from './model.ts'

/** Cap for counts. Higher counts have no further effect. */
const maxCount = 4
/** Swaps of the shortest cycle. */
const minHops = 2

/**
 * Returns the probability that a finding yields at least 90% of its estimate at its position in the block. Uses a logistic model
 * that was fitted on scenarios executed on a chain (`model.ts`).
 *
 * @example
 * computeConfidence({ ...inputs, unknownTokens: 0 })
 */
export function computeConfidence(inputs: ConfidenceInputs, model: ConfidenceModel = confidenceModel): number {
  const values = toModelInputs(inputs)
  let score = model.intercept
  for (const [name, weight] of Object.entries(model.weights)) score += weight * values[name as ModelInput]
  return 1 / (1 + Math.exp(-score))
}

/** Converts the inputs to model inputs. Counts are capped. Inputs that matter only without a simulation are separate. */
export function toModelInputs(inputs: ConfidenceInputs): Readonly<Record<ModelInput, number>> {
  const cap = (count: number) => Math.min(count, maxCount)
  const simulated = inputs.isSimulated ? 1 : 0
  const unknown = inputs.unknownTokens * (1 - simulated)
  return {
    isSimulated: simulated,
    restsOnPending: inputs.restsOnPending ? 1 : 0,
    // With an unknown token, a longer path is not safer than a short one.
    hops: cap(unknown > 0 ? Math.min(inputs.hops, minHops) : inputs.hops),
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
