export {
  type Classification,
  type SwapDetails,
  type TransactionType,
  transactionTypes,
} from './classify/classification.ts'
export { type Classifier, type ClassifierOptions, createClassifier } from './classify/classifier.ts'
export { computeIntrinsicGas } from './classify/intrinsicGas.ts'
export { computeMovedValue, type MovedValue, type NativeWorth } from './classify/movedValue.ts'
export { computeEffectiveTip, computePriorityScore, type PriorityInputs } from './classify/priorityScore.ts'
export { toSwapDetails } from './classify/swapDetails.ts'
export { NotRecordedError, type RecordedBlock } from './feeds/recording.ts'
export { createReplay, type ReplayOptions } from './feeds/replay.ts'
export { compileFilter } from './filter/compileFilter.ts'
export type { FilterContext } from './filter/facts.ts'
export { createFilterIndex, type FilterIndex } from './filter/filterIndex.ts'
export { getPendingTransactions, type PendingParameters } from './getPendingTransactions.ts'
export { SequenceGoneError } from './lifecycle/sequenceGoneError.ts'
export { NoMempoolError } from './noMempoolError.ts'
export { type AmmPools, createAmmPools } from './tokens/ammPools.ts'
export type { ContractSource } from './tokens/contractSource.ts'
export type { PoolTokens } from './tokens/poolAddresses.ts'
export { type Token, toListedTokens } from './tokens/token.ts'
export {
  createTokenRegistry,
  decodeSymbol,
  type TokenRegistry,
} from './tokens/tokenRegistry.ts'
export { InvalidTransactionError } from './transaction/invalidTransactionError.ts'
export { parseTransaction } from './transaction/parseTransaction.ts'
export { type TransactionCall, toTransaction, toTransactionCall } from './transaction/toTransaction.ts'
export type { Transaction } from './transaction/transaction.ts'
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
  MevOpportunity,
  Transition,
} from './watcherTypes.ts'
