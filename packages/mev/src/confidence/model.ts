import type { FindingType } from '../finding.ts'

/** Logistic model: `p = 1 / (1 + exp(-(intercept + sum of weight * input)))`. */
export type ConfidenceModel = {
  readonly intercept: number
  /** Inputs without a weight have no effect. */
  readonly weights: Readonly<Partial<Record<ModelInput, number>>>
}

export type ModelInput =
  | 'isSimulated'
  | 'restsOnPending'
  | 'hops'
  | 'unknownTokens'
  | 'unknownTokensSimulated'
  | 'unknownPools'
  | 'rivalsBefore'
  | 'rivalsAfter'
  | 'closeness'
  | 'queued'
  | 'gaps'

/**
 * Model for swaps, fitted by `fitModel` on the 1,514 findings in scenarios of seeds 1 to 1,499. Each finding was executed on
 * anvil with the contracts of Uniswap V2 and V3.
 *
 * In these scenarios a private swap precedes 6% of the swaps, a rival changes its tip in 15%, a queued transaction is mined in
 * 40%, and half of the unmeasured tokens are taxed or unsellable. Other markets have other shares. The scenarios do not vary
 * simulations, unknown pools or gaps, so the weights of these inputs are assumptions. For example, about half of the pools of
 * unknown factories are assumed not to pay the computed amount.
 */
export const confidenceModel: ConfidenceModel = {
  intercept: 5.02,
  weights: {
    isSimulated: 0,
    restsOnPending: -1.32,
    hops: 0.38,
    unknownTokens: -5.85,
    unknownTokensSimulated: -1,
    unknownPools: -5,
    rivalsBefore: -0.81,
    rivalsAfter: -0.8,
    closeness: -0.28,
    queued: -4.26,
    gaps: -1,
  },
}

/**
 * Models for findings that are not swaps.
 *
 * Liquidations: fitted by `fitModel` on the 236 findings in scenarios of seeds 1 to 120. In 5% a rival's private liquidation of
 * the same borrower comes first, in 5% a sale through the same pools comes first, in 5% the pending price differs from the
 * prediction, and a queued price update is mined in 40%.
 *
 * Copied calls: in 8% a rival's private copy comes first, and seven of ten such copies leave no profit. No known input
 * distinguishes these findings, so all have the same probability.
 */
export const confidenceModels = {
  liquidation: { intercept: 1.59, weights: { restsOnPending: -0.2, hops: 0.99, queued: -3.97 } },
  frontrun: { intercept: 2.82, weights: {} },
} as const satisfies Partial<Record<FindingType, ConfidenceModel>>
