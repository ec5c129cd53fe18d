// Exports for other packages in this repository. They are not part of the public API and may change in any release.

export { computeConfidence } from './confidence/computeConfidence.ts'
export { computeNetProfit } from './cost.ts'
export type { MevTerms } from './detector/detectorTypes.ts'
export { type ExposureGap, explainGap, isFailure } from './exposure/explainGap.ts'
export type { ExposureOptions } from './exposure/getSlippageExposure.ts'
export { toMevOpportunity } from './finding.ts'
export {
  createMempoolReplay,
  type MempoolReplayOptions,
  type RecordedPending,
  UnplayableMempoolError,
} from './replay/createMempoolReplay.ts'
export { createMevReplay, InvalidRecordingError, type MevReplay, type ReplaySummary } from './replay/createMevReplay.ts'
export { createRecorder } from './replay/createRecorder.ts'
export type { SkippedSimulation } from './replay/skipped.ts'
export { computeOutcome, type OutcomeInput } from './score/computeOutcome.ts'
export type { MinedLog, MinedPools } from './score/minedPools.ts'
export type { FailureReason, VoidReason } from './score/outcome.ts'
export type { ScoreBin } from './score/scoreSums.ts'
export type { CycleSearch, FoundCycles } from './search/findCycles.ts'
export type { Edge, TokenNode } from './search/poolGraph.ts'
export type { CopiedCallParameters } from './simulate/getCopiedCall.ts'
export type { TokenTaxParameters } from './simulate/getTokenTax.ts'
export { type SimulationParameters, simulateTransactions } from './simulate/simulateTransactions.ts'
export type { Simulation } from './simulate/simulation.ts'
export type { CycleOptions } from './sizing/computeCycleSize.ts'
export type { Leg } from './sizing/leg.ts'
export { predictOrder } from './view/predictOrder.ts'
export { toNativeValue } from './view/valuation.ts'
