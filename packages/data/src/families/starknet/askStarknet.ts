import type { FamilyPool } from '@outrigger/core'
import { MethodsMissingError } from '../../errors.ts'
import { isUnsupported } from '../evm/unsupported.ts'

/**
 * Sends one request of Starknet's JSON-RPC. `result` is null if the chain does not have the requested item.
 *
 * @param name without `starknet_`
 * @throws {MethodsMissingError} @throws {RpcAnswerError} @throws {AllProvidersFailedError}
 */
export async function askStarknet<result>(pool: FamilyPool, name: string, params: readonly unknown[] = []) {
  const method = `starknet_${name}`
  try {
    return await pool.send<result>({ interface: 'rpc', method, params })
  } catch (error) {
    throw isUnsupported(error) ? new MethodsMissingError(pool.chain.name, [method]) : error
  }
}
