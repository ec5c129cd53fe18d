import { AllProvidersFailedError, type ProviderPool } from '@outrigger/core'
import { type PoolOption, toPool } from '@outrigger/core/internal'
import { type Hex, hexToNumber, numberToHex, type RpcTransaction } from 'viem'
import { MethodsMissingError, UnknownBlockError, UnknownTransactionError } from '../../../errors.ts'
import { isUnsupported } from '../unsupported.ts'
import type { CallFrame, ParityTrace, TracePlace } from './parityTrace.ts'
import { toCallFrame } from './toCallFrame.ts'
import { toParityTraces } from './toParityTraces.ts'

const callTracer = { tracer: 'callTracer' }

/**
 * Returns the traces of a mined transaction in the form of `trace_transaction`. They are translated from
 * `debug_traceTransaction` if the node has only this method.
 *
 * @throws {UnknownTransactionError} the transaction is not mined or not known
 * @throws {MethodsMissingError} no provider has a trace method
 * @throws {AllProvidersFailedError}
 * @example
 * const traces = await getTransactionTrace(pool, { hash })
 */
export async function getTransactionTrace(
  pool: ProviderPool,
  { hash }: { readonly hash: Hex },
): Promise<readonly ParityTrace[]> {
  const place = await findPlace(pool, hash)
  return firstOffered(pool, [
    ['trace_transaction', () => ask<readonly ParityTrace[]>(pool, 'trace_transaction', [hash])],
    [
      'debug_traceTransaction',
      async () => toParityTraces(await ask<CallFrame>(pool, 'debug_traceTransaction', [hash, callTracer]), place),
    ],
  ])
}

/**
 * Returns the traces of all transactions of a block in the form of `trace_block`. They are translated from
 * `debug_traceBlockByHash` if the node has only this method.
 *
 * @throws {UnknownBlockError} @throws {MethodsMissingError} @throws {AllProvidersFailedError}
 */
export async function getBlockTraces(
  pool: ProviderPool,
  { block, hash: known }: { readonly block: bigint; readonly hash?: string },
): Promise<readonly ParityTrace[]> {
  const tag = numberToHex(block)
  const header =
    known === undefined
      ? ask<{ readonly hash: Hex } | null>(pool, 'eth_getBlockByNumber', [tag, false])
      : { hash: known as Hex }
  const { hash } = (await header) ?? refuseBlock(pool, block)
  return firstOffered(pool, [
    ['trace_block', () => ask<readonly ParityTrace[]>(pool, 'trace_block', [tag])],
    [
      'debug_traceBlockByHash',
      async () => {
        type Row = { readonly txHash: Hex; readonly result: CallFrame }
        const rows = await ask<readonly Row[]>(pool, 'debug_traceBlockByHash', [hash, callTracer])
        return rows.flatMap(({ txHash, result }, transactionPosition) =>
          toParityTraces(result, {
            transactionHash: txHash,
            transactionPosition,
            blockHash: hash,
            blockNumber: Number(block),
          }),
        )
      },
    ],
  ])
}

/** Options of `debug_traceTransaction`. */
export type DebugTraceOptions = {
  /** `callTracer`, `prestateTracer`, … or JavaScript, in the node's syntax. @default struct logs of every opcode */
  readonly tracer?: string
  /** A duration in the node's syntax, such as `5s`. */
  readonly timeout?: string
}

/**
 * Returns the result of `debug_traceTransaction` unchanged. With `callTracer`, a node that has only `trace_transaction` also
 * works.
 *
 * @throws {UnknownTransactionError} @throws {MethodsMissingError} @throws {AllProvidersFailedError}
 */
export async function getDebugTrace(
  pool: PoolOption,
  { hash, options = {} }: { readonly hash: Hex; readonly options?: DebugTraceOptions },
): Promise<unknown> {
  const provider = toPool(pool)
  await findPlace(provider, hash)
  const native = ['debug_traceTransaction', () => ask(provider, 'debug_traceTransaction', [hash, options])] as const
  if (options.tracer !== 'callTracer') return firstOffered<unknown>(provider, [native])
  return firstOffered<unknown>(provider, [
    native,
    ['trace_transaction', async () => toCallFrame(await ask(provider, 'trace_transaction', [hash]))],
  ])
}

const ask = async <result>(pool: ProviderPool, method: string, params: readonly unknown[]): Promise<result> =>
  (await pool.send<result>({ method, params })).result

/** Finds the position of a mined transaction. */
async function findPlace(pool: ProviderPool, hash: Hex): Promise<TracePlace> {
  const transaction = await ask<RpcTransaction | null>(pool, 'eth_getTransactionByHash', [hash])
  if (!transaction?.blockHash || transaction.blockNumber === null || transaction.transactionIndex === null)
    throw new UnknownTransactionError(pool.chain.name, hash)
  return {
    transactionHash: hash,
    transactionPosition: hexToNumber(transaction.transactionIndex),
    blockHash: transaction.blockHash,
    blockNumber: hexToNumber(transaction.blockNumber),
  }
}

function refuseBlock(pool: ProviderPool, block: bigint): never {
  throw new UnknownBlockError(pool.chain.name, block)
}

/** Returns the answer of the first method that any provider has. */
async function firstOffered<result>(
  pool: ProviderPool,
  ways: readonly (readonly [method: string, ask: () => Promise<result>])[],
): Promise<result> {
  let outage: unknown
  for (const [, way] of ways)
    try {
      return await way()
    } catch (error) {
      if (!isUnsupported(error)) throw error
      if (isOutage(error)) outage = error
    }
  if (outage !== undefined) throw outage
  throw new MethodsMissingError(
    pool.chain.name,
    ways.map(([method]) => method),
  )
}

/** Returns whether a provider that may have the method could not be reached. */
const isOutage = (error: unknown): boolean =>
  error instanceof AllProvidersFailedError && error.failures.some(({ kind }) => kind !== 'unsupported')
