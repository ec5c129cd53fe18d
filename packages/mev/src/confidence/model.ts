/** Logistic model: `p = 1 / (1 + exp(-(intercept + sum of weight * input)))`. */
export type ConfidenceModel = {
  readonly intercept: number
  readonly weights: Readonly<Record<ModelInput, number>>
}

export type ModelInput =
  | 'isSimulated'
  | 'hops'
  | 'unknownTokens'
  | 'unknownTokensSimulated'
  | 'unknownPools'
  | 'rivalsBefore'
  | 'rivalsAfter'
  | 'closeness'
  | 'queued'
  | 'gaps'

/** Placeholder until it is fitted. */
export const confidenceModel: ConfidenceModel = {
  intercept: 3,
  weights: {
    isSimulated: 0,
    hops: 0,
    unknownTokens: -1,
    unknownTokensSimulated: 1,
    unknownPools: -1,
    rivalsBefore: -0.5,
    rivalsAfter: -0.2,
    closeness: -1,
    queued: -1,
    gaps: -1,
  },
}
