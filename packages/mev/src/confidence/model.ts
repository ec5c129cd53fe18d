import type { FindingType } from '../finding.ts'

/** Logistic model: `p = 1 / (1 + exp(-(intercept + sum of weight * input)))`. */
export type ConfidenceModel = {
  readonly intercept: number
  readonly weights: Readonly<Record<ModelInput, number>>
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
 * Fitted by `fitModel` on the 1,514 findings of the scenarios of seeds 1 to 1,499, each carried out on anvil with the contracts
 * of Uniswap V2 and V3. In these a swap is preceded by a private one in 6 %, a rival changes its tip in 15 %, a queued
 * transaction comes in 40 %, and half of the tokens that nobody has measured are taxed or cannot be sold: other markets have
 * other shares. The scenarios vary neither simulations, unknown pools nor gaps: those weights are assumptions, of pools that
 * about half of those by makers nobody knows do not pay what they say.
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

const none: ConfidenceModel['weights'] = {
  isSimulated: 0,
  restsOnPending: 0,
  hops: 0,
  unknownTokens: 0,
  unknownTokensSimulated: 0,
  unknownPools: 0,
  rivalsBefore: 0,
  rivalsAfter: 0,
  closeness: 0,
  queued: 0,
  gaps: 0,
}

/**
 * Liquidations and copied calls are no swaps: what is known of them counts otherwise.
 *
 * Liquidations: fitted by `fitModel` on the 236 of the scenarios of seeds 1 to 120. In these somebody's private liquidation of the
 * same borrower comes first in 5 %, a sale through the same pools in 5 %, a pending price turns out to be another in 5 %, and
 * a queued price update comes in 40 %. Copied calls: somebody's private copy comes first in 8 %, and seven of ten of these
 * leave nothing. None of them differs by anything that is known before, so all have one probability.
 */
export const confidenceModels = {
  liquidation: { intercept: 1.59, weights: { ...none, restsOnPending: -0.2, hops: 0.99, queued: -3.97 } },
  frontrun: { intercept: 2.82, weights: none },
} as const satisfies Partial<Record<FindingType, ConfidenceModel>>
