import type { FamilyPool } from '@outrigger/core'
import { MethodsMissingError } from '../../errors.ts'
import { isUnsupported } from '../evm/unsupported.ts'

/**
 * Option that reads blocks for which two thirds of the stake have voted. In theory such blocks can be replaced until
 * they are final.
 */
export const confirmed = { commitment: 'confirmed' } as const
/** The supported transaction versions. Without this option nodes reject blocks that contain a transaction of version 0. */
export const versions = { maxSupportedTransactionVersion: 0 } as const

/**
 * Sends one request of Solana's JSON-RPC. `result` is null if the chain does not have the requested item.
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
