export type { Token } from '@outrigger/core/internal'
export type { Classification, SwapDetails } from './classify/classification.ts'
export { type Classifier, type ClassifierOptions, createClassifier } from './classify/classifier.ts'
export { computePriorityScore, type PriorityInputs } from './classify/priorityScore.ts'
export { type MempoolTransactionType, transactionTypes } from './classify/transactionType.ts'
export { NotRecordedError, type RecordedBlock } from './feeds/recording.ts'
export { createReplay, type ReplayOptions } from './feeds/replay.ts'
export { compileFilter } from './filter/compileFilter.ts'
export type { FilterContext } from './filter/facts.ts'
export { createFilterIndex, type FilterIndex } from './filter/filterIndex.ts'
export { getPendingTransactions, type PendingParameters } from './getPendingTransactions.ts'
export { InvalidBoundError } from './lifecycle/evictions.ts'
export { SequenceGoneError } from './lifecycle/sequenceGoneError.ts'
export { NoMempoolError } from './noMempoolError.ts'
export { type AmmPools, createAmmPools } from './tokens/ammPools.ts'
export { createTokenRegistry, type TokenRegistry } from './tokens/tokenRegistry.ts'
export { InvalidTransactionError } from './transaction/invalidTransactionError.ts'
export { parseRawTransaction } from './transaction/parseRawTransaction.ts'
export { toTransaction, toTransactionCall } from './transaction/toTransaction.ts'
export { createMempoolWatcher } from './watcher.ts'
export type {
  BlockReference,
  FeedReport,
  MempoolEvent,
  MempoolEvents,
  MempoolFilter,
  MempoolSource,
  MempoolStats,
  MempoolStatus,
  MempoolTransaction,
  MempoolWatcher,
  MempoolWatcherOptions,
  MevAnnotator,
  MevOpportunity,
  Transition,
} from './watcherTypes.ts'
