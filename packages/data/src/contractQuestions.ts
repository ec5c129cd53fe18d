import type { FamilyPool } from '@outrigger/core'
import { type PoolOption, toPool } from '@outrigger/core/internal'
import type { Address } from 'viem'
import { InvalidBlockError, UnsupportedByFamilyError } from './errors.ts'
import * as evmCall from './families/evm/callContract.ts'
import * as evmLogs from './families/evm/getLogs.ts'
import * as evmTraces from './families/evm/traces/getTransactionTrace.ts'
import type { ParityTrace } from './families/evm/traces/parityTrace.ts'
import type { FamilyCallResult, FamilyLogs } from './families/familyData.ts'
import type { BlockReference, CallQuestion, FamilyReader, LogsQuestion } from './families/familyReader.ts'
import { type ChainSource, isEvm, readerOf, toEvmBlock } from './questions.ts'

/** Returns a function of the family's reader. @throws {UnsupportedByFamilyError} the family does not have the function */
async function requireAnswer<name extends keyof FamilyReader>(
  pool: FamilyPool,
  name: name,
  what: string,
): Promise<NonNullable<FamilyReader[name]>> {
  const answer = (await readerOf(pool))[name]
  if (answer === undefined) throw new UnsupportedByFamilyError(pool.chain, what)
  return answer as NonNullable<FamilyReader[name]>
}

type EvmCallQuestion = Parameters<typeof evmCall.callContract>[1]

/**
 * Calls a contract without a transaction, at one block. On Starknet `data` consists of words of 32 bytes: the selector, then one
 * word for each argument.
 *
 * @param block @default the latest
 * @throws {CallRevertedError} with the reason
 * @throws {RpcAnswerError} the node rejects or cannot finish the call, for example because it runs out of gas
 * @throws {UnknownBlockError}
 * @throws {UnsupportedByFamilyError} the family has no such contract calls
 * @throws {AllProvidersFailedError}
 * @example
 * const { decoded } = await callContract(pool, { to: usdc, data: '0x313ce567' }) // decimals(): '6'
 */
export function callContract(pool: PoolOption, question: EvmCallQuestion): Promise<evmCall.EvmCallResult>
export function callContract(
  pool: ChainSource,
  question: CallQuestion,
): Promise<evmCall.EvmCallResult | FamilyCallResult>
export async function callContract(client: ChainSource, { to, data, block = 'latest' }: CallQuestion) {
  const pool = toPool(client)
  if (isEvm(pool)) return evmCall.callContract(pool, { to: to as Address, data, block: toEvmBlock(block) })
  return (await requireAnswer(pool, 'callContract', 'contracts to call this way'))(pool, { to, data, block })
}

/**
 * Returns the logs of a range of blocks, both ends included. On Starknet the logs are events, with their keys as
 * topics. The pool learns the largest range that a provider accepts in one call and splits the range accordingly.
 *
 * @throws {InvalidBlockRangeError} the range is too long, reversed, or beyond the head
 * @throws {UnsupportedByFamilyError} nodes of the family cannot search events
 * @throws {AllProvidersFailedError}
 * @example
 * const { logs } = await getLogs(pool, { address: usdc, topics: [transfer], fromBlock: 21_000_000n, toBlock: 21_000_100n })
 */
export function getLogs(pool: PoolOption, options?: evmLogs.GetLogsOptions): Promise<evmLogs.EvmLogs>
export function getLogs(pool: ChainSource, question: LogsQuestion): Promise<evmLogs.EvmLogs | FamilyLogs>
export async function getLogs(client: ChainSource, question: evmLogs.GetLogsOptions | LogsQuestion = {}) {
  const pool = toPool(client)
  if (isEvm(pool)) return evmLogs.getLogs(pool, question as evmLogs.GetLogsOptions)
  return (await requireAnswer(pool, 'getLogs', 'event logs to search'))(pool, question as LogsQuestion)
}

/**
 * Returns the traces of a mined transaction. On EVM chains they have the form of `trace_transaction`, translated from
 * `debug_traceTransaction` if the node has only this method. On Starknet they have the form of
 * `starknet_traceTransaction`.
 *
 * @throws {UnknownTransactionError} the transaction is not mined or not known
 * @throws {MethodsMissingError} no provider has a trace method
 * @throws {UnsupportedByFamilyError}
 * @throws {AllProvidersFailedError}
 * @example
 * const traces = await getTransactionTrace(pool, { hash })
 */
export function getTransactionTrace(
  pool: PoolOption,
  question: { readonly hash: `0x${string}` },
): Promise<readonly ParityTrace[]>
export function getTransactionTrace(pool: ChainSource, question: { readonly hash: string }): Promise<unknown>
export async function getTransactionTrace(client: ChainSource, { hash }: { readonly hash: string }): Promise<unknown> {
  const pool = toPool(client)
  if (isEvm(pool)) return evmTraces.getTransactionTrace(pool, { hash: hash as `0x${string}` })
  return (await requireAnswer(pool, 'getTransactionTrace', 'traces'))(pool, { hash })
}

/**
 * Returns the traces of all transactions of a block. On EVM chains they have the form of `trace_block`, on Starknet that of
 * `starknet_traceBlockTransactions`.
 *
 * @throws {UnknownBlockError} @throws {MethodsMissingError} @throws {UnsupportedByFamilyError}
 * @throws {AllProvidersFailedError}
 */
export function getBlockTraces(pool: PoolOption, question: BlockTracesQuestion<bigint>): Promise<readonly ParityTrace[]>
export function getBlockTraces(pool: ChainSource, question: BlockTracesQuestion): Promise<unknown>
export async function getBlockTraces(client: ChainSource, { block, ...known }: BlockTracesQuestion): Promise<unknown> {
  const pool = toPool(client)
  if (!isEvm(pool)) return (await requireAnswer(pool, 'getBlockTraces', 'traces'))(pool, { block })
  if (typeof block !== 'bigint') throw new InvalidBlockError(block, 'a number')
  return evmTraces.getBlockTraces(pool, { block, ...known })
}
type BlockTracesQuestion<block = BlockReference> = {
  readonly block: block
  /** Hash of the block, if the caller has already read it. It saves a lookup. Used on EVM chains only. */
  readonly hash?: string
}
