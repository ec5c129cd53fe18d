export type { AsOf, Finality } from './asOf.ts'
export {
  CallRevertedError,
  InvalidBlockRangeError,
  InvalidCursorError,
  MethodsMissingError,
  UnknownBlockError,
  UnknownTransactionError,
} from './errors.ts'
export { callContract, type EvmCallResult } from './families/evm/callContract.ts'
export { type EvmBalance, getBalance } from './families/evm/getBalance.ts'
export { type BlockId, type EvmBlock, getBlock } from './families/evm/getBlock.ts'
export { type EvmBlockTransactions, getBlockTransactions } from './families/evm/getBlockTransactions.ts'
export { type EvmLogs, type GetLogsOptions, getLogs } from './families/evm/getLogs.ts'
export { type EvmNetworkStats, getNetworkStats } from './families/evm/getNetworkStats.ts'
export { type EvmTransaction, getTransaction } from './families/evm/getTransaction.ts'
export {
  type EvmHistory,
  type GetHistoryOptions,
  getHistory,
  type HistoryCoverage,
} from './families/evm/history/getHistory.ts'
export {
  type DebugTraceOptions,
  getBlockTraces,
  getDebugTrace,
  getTransactionTrace,
} from './families/evm/traces/getTransactionTrace.ts'
export type { CallFrame, ParityTrace, TracePlace } from './families/evm/traces/parityTrace.ts'
export { toCallFrame } from './families/evm/traces/toCallFrame.ts'
export { toParityTraces } from './families/evm/traces/toParityTraces.ts'
