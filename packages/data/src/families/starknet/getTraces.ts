import type { FamilyPool } from '@outrigger/core'
import { UnknownBlockError, UnknownTransactionError } from '../../errors.ts'
import type { BlockReference } from '../familyReader.ts'
import { askStarknet } from './askStarknet.ts'
import { parseBlock, parseHash } from './parameters.ts'

/**
 * Returns the calls of a transaction in the form of `starknet_traceTransaction`.
 *
 * @throws {InvalidHashError} @throws {UnknownTransactionError} @throws {MethodsMissingError} no provider has the method
 * @throws {AllProvidersFailedError}
 */
export async function getTransactionTrace(pool: FamilyPool, question: { readonly hash: string }): Promise<unknown> {
  const hash = parseHash(question.hash)
  const { result: trace } = await askStarknet(pool, 'traceTransaction', [hash])
  if (trace === null) throw new UnknownTransactionError(pool.chain.name, hash)
  return trace
}

/**
 * Returns the calls of each transaction of a block in the form of `starknet_traceBlockTransactions`.
 *
 * @throws {InvalidBlockError} @throws {UnknownBlockError} @throws {MethodsMissingError} @throws {AllProvidersFailedError}
 */
export async function getBlockTraces(
  pool: FamilyPool,
  { block }: { readonly block: BlockReference },
): Promise<unknown> {
  const { result: traces } = await askStarknet(pool, 'traceBlockTransactions', [parseBlock(block)])
  if (traces === null) throw new UnknownBlockError(pool.chain.name, block)
  return traces
}
