export type { ConfidenceInputs } from './confidence/confidenceInputs.ts'
export type { ExecutionCost } from './cost.ts'
export { createMevDetector } from './createMevDetector.ts'
export type { CopiedCall } from './detect/context.ts'
export { explainNotCopyable } from './detect/frontrun/frontrun.ts'
export type {
  GoneReason,
  MevDetector,
  MevDetectorEvents,
  MevDetectorOptions,
  MevPools,
} from './detector/detectorTypes.ts'
export { NoNativeTokenError } from './detector/toTerms.ts'
export {
  type ExposedTransaction,
  getSlippageExposure,
  type SlippageExposure,
} from './exposure/getSlippageExposure.ts'
export type { SwapExposure } from './exposure/swapExposure.ts'
export type {
  ArbitrageDetails,
  Finding,
  FindingType,
  FrontrunDetails,
  LiquidationDetails,
  PlannedSwaps,
  SandwichDetails,
} from './finding.ts'
export { ExposureTimeoutError, type ReadExposure, readExposure } from './readExposure.ts'
export { type Cycle, findCycles } from './search/findCycles.ts'
export { createPoolGraph, type PoolGraph } from './search/poolGraph.ts'
export { getCopiedCall } from './simulate/getCopiedCall.ts'
export { getTokenTax } from './simulate/getTokenTax.ts'
export { type CycleSize, computeCycleSize } from './sizing/computeCycleSize.ts'
export { computeSandwichSize, type SandwichSetup } from './sizing/computeSandwichSize.ts'
export { computePairSandwich, type PairVictim, type SandwichSize } from './sizing/pairSandwich.ts'
export type { Hop, ResolvedSwap } from './sizing/playSwap.ts'
export type { TokenTax, TokenTaxes } from './sizing/tokenTaxes.ts'
export { type AppliedTransaction, applyTransaction, type PendingTransaction } from './view/applyTransaction.ts'
export type { ViewGap } from './view/carryOut.ts'
export { type PoolSnapshot, toPoolSnapshot } from './view/poolSnapshot.ts'
export { createPoolView, type PoolView } from './view/poolView.ts'
