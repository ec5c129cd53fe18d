export type { AsOf, Finality } from './asOf.ts'
export { callContract, getBlockTraces, getLogs, getTransactionTrace } from './contractQuestions.ts'
export {
  BlockMismatchError,
  CallRevertedError,
  InvalidAddressError,
  InvalidBlockError,
  InvalidBlockRangeError,
  InvalidCalldataError,
  InvalidCursorError,
  InvalidHashError,
  MethodsMissingError,
  UnknownBlockError,
  UnknownTransactionError,
  UnsupportedByFamilyError,
} from './errors.ts'
export type { EvmCallResult } from './families/evm/callContract.ts'
export type { EvmBalance } from './families/evm/getBalance.ts'
export type { BlockId, EvmBlock } from './families/evm/getBlock.ts'
export type { EvmBlockTransactions } from './families/evm/getBlockTransactions.ts'
export type { EvmLogs, GetLogsOptions } from './families/evm/getLogs.ts'
export type { EvmNetworkStats } from './families/evm/getNetworkStats.ts'
export type { EvmTransaction } from './families/evm/getTransaction.ts'
export type {
  EvmHistory,
  GetHistoryOptions,
  HistoryCoverage,
} from './families/evm/history/getHistory.ts'
export { type DebugTraceOptions, getDebugTrace } from './families/evm/traces/getTransactionTrace.ts'
export type { CallFrame, ParityTrace, TracePlace } from './families/evm/traces/parityTrace.ts'
export { toCallFrame } from './families/evm/traces/toCallFrame.ts'
export { toParityTraces } from './families/evm/traces/toParityTraces.ts'
export type { BlockReference } from './families/familyReader.ts'
export {
  type ChainBalance,
  type ChainBlock,
  type ChainBlockTransactions,
  type ChainHistory,
  type ChainNetworkStats,
  type ChainPool,
  type ChainTransaction,
  getActiveValidators,
  getBalance,
  getBlock,
  getBlockTransactions,
  getHistory,
  getNetworkStats,
  getTransaction,
} from './questions.ts'
export { type WatchBlocksOptions, type WatchedBlock, watchBlocks } from './watch/watchBlocks.ts'
