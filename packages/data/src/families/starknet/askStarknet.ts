import type { FamilyPool } from '@outrigger/core'
import { MethodsMissingError } from '../../errors.ts'
import { isUnsupported } from '../evm/unsupported.ts'

/**
 * One call of Starknet's JSON-RPC; `result` is null where the chain has no such thing.
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
