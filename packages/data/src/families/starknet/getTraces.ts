import type { FamilyPool } from '@outrigger/core'
import { UnknownBlockError, UnknownTransactionError } from '../../errors.ts'
import type { BlockReference } from '../familyReader.ts'
import { askStarknet } from './askStarknet.ts'
import { parseBlock, parseHash } from './parameters.ts'

/**
 * The calls of a transaction, as `starknet_traceTransaction` gives them.
 *
 * @throws {InvalidHashError} @throws {UnknownTransactionError} @throws {MethodsMissingError} no provider traces
 * @throws {AllProvidersFailedError}
 */
export async function getTransactionTrace(pool: FamilyPool, question: { readonly hash: string }): Promise<unknown> {
  const hash = parseHash(question.hash)
  const { result: trace } = await askStarknet(pool, 'traceTransaction', [hash])
  if (trace === null) throw new UnknownTransactionError(pool.chain.name, hash)
  return trace
}

/**
 * The calls of each transaction of a block, as `starknet_traceBlockTransactions` gives them.
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
