import type { FamilyPool } from '@outrigger/core'
import { MethodsMissingError } from '../../errors.ts'
import { isUnsupported } from '../evm/unsupported.ts'

/** What is read: blocks that two thirds of the stake have voted for. They can in theory be replaced until they are final. */
export const confirmed = { commitment: 'confirmed' } as const
/** Versions of transactions that are understood. Without it nodes refuse blocks that hold one of version 0. */
export const versions = { maxSupportedTransactionVersion: 0 } as const

/**
 * One call of Solana's JSON-RPC; `result` is null where the chain has no such thing.
 *
 * @throws {MethodsMissingError} @throws {RpcAnswerError} @throws {AllProvidersFailedError}
 */
export async function askSolana<result>(pool: FamilyPool, method: string, params: readonly unknown[] = []) {
  try {
    return await pool.send<result>({ interface: 'rpc', method, params })
  } catch (error) {
    throw isUnsupported(error) ? new MethodsMissingError(pool.chain.name, [method]) : error
  }
}
