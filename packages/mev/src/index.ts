export { computeConfidence } from './confidence/computeConfidence.ts'
export type { ConfidenceInputs } from './confidence/confidenceInputs.ts'
export { computeNetProfit, type ExecutionCost } from './cost.ts'
export { createMevDetector } from './createMevDetector.ts'
export type { CopiedCall } from './detect/frontrun/copiedCall.ts'
export { explainNotCopyable } from './detect/frontrun/frontrun.ts'
export type { LiquidationInput } from './detect/liquidation/liquidationInput.ts'
export type {
  MevDetector,
  MevDetectorEvents,
  MevDetectorOptions,
  MevPools,
  MevTerms,
} from './detector/detectorTypes.ts'
export { NoNativeTokenError } from './detector/toTerms.ts'
export {
  type ExposureOptions,
  getSlippageExposure,
  type SlippageExposure,
  type SwapExposure,
} from './exposure/getSlippageExposure.ts'
export {
  type ArbitrageDetails,
  type Finding,
  type FindingType,
  type FrontrunDetails,
  type LiquidationDetails,
  type PlannedSwaps,
  type SandwichDetails,
  toMevOpportunity,
} from './finding.ts'
export { type BlockInspection, inspectBlock } from './inspect/inspectBlock.ts'
export { type Inspection, type InspectOptions, inspectTransactions } from './inspect/inspectTransactions.ts'
export type { MinedBlock } from './inspect/minedBlock.ts'
export type { MinedFinding, TokenAmounts } from './inspect/minedFinding.ts'
export { parseBlock } from './inspect/parse/parseBlock.ts'
export { InvalidBlockError, parseBlockFile } from './inspect/parseBlockFile.ts'
export { BlockUnavailableError } from './inspect/readBlock.ts'
export { type Calibration, type CalibrationBin, computeCalibration } from './score/calibration.ts'
export { computeOutcome, type OutcomeInput } from './score/computeOutcome.ts'
export { createScoreKeeper } from './score/createScoreKeeper.ts'
export type { MinedLog, MinedPools } from './score/minedPools.ts'
export type { FailureReason, Outcome, VoidReason } from './score/outcome.ts'
export { getScore, type ScoreReport } from './score/scoreReport.ts'
export type { ScoreBin, TypeScore } from './score/scoreSums.ts'
export type { ScoreKeeper, ScoreKeeperEvents, ScoreKeeperOptions } from './score/scoreTypes.ts'
export { type Cycle, type CycleSearch, type FoundCycles, findCycles } from './search/findCycles.ts'
export { createPoolGraph, type Edge, type PoolGraph } from './search/poolGraph.ts'
export { type CopiedCallParameters, getCopiedCall } from './simulate/getCopiedCall.ts'
export { getTokenTax, type TokenTaxParameters } from './simulate/getTokenTax.ts'
export { type SimulationParameters, simulateTransactions } from './simulate/simulateTransactions.ts'
export type { Simulation } from './simulate/simulation.ts'
export { createSimulationBudget, type SimulationBudget } from './simulate/simulationBudget.ts'
export { type CycleOptions, type CycleSize, computeCycleSize } from './sizing/computeCycleSize.ts'
export { computeSandwichSize, type SandwichSetup } from './sizing/computeSandwichSize.ts'
export type { Leg } from './sizing/leg.ts'
export { computePairSandwich, type PairVictim, type SandwichSize } from './sizing/pairSandwich.ts'
export type { Hop, ResolvedSwap } from './sizing/playSwap.ts'
export {
  type AppliedTransaction,
  applyTransaction,
  type PendingTransaction,
  type ViewGap,
} from './view/applyTransaction.ts'
export { type PoolSnapshot, toPoolSnapshot } from './view/poolSnapshot.ts'
export { createPoolView, type PoolView } from './view/poolView.ts'
export { predictOrder } from './view/predictOrder.ts'
export type { TokenTax, TokenTaxes } from './view/tokenTaxes.ts'
export { toNativeValue } from './view/valuation.ts'
