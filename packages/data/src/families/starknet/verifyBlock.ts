import type { FamilyPool } from '@outrigger/core'
import type { Hex } from 'viem'
import type { AsOf } from '../../asOf.ts'
import type { BlockReference } from '../familyReader.ts'
import { askStarknet } from './askStarknet.ts'
import { checkBlock, type StarknetBlockChecks } from './hash/checkBlock.ts'
import { parseBlock } from './parameters.ts'
import { readBlock, toAsOf } from './readBlock.ts'

/** A block of Starknet with the results of its verification. */
export type StarknetVerification = StarknetBlockChecks & {
  readonly number: bigint
  /** Null for the pending block. */
  readonly blockHash: Hex | null
  readonly asOf: AsOf
}

/**
 * Reads a block with its receipts and recomputes its hash, its transaction hashes and its commitments from the
 * contents. The state differences and the state root are not verified, because they require the state. Requires
 * `@scure/starknet`. A block of several hundred transactions takes seconds. Before Starknet 0.13.2 it takes a minute.
 *
 * @throws {HashLibraryMissingError} @throws {UnknownBlockError} @throws {AllProvidersFailedError}
 * @example
 * const { hash, transactions, events, receipts } = await verifyBlock(pool, { block: 3_100_000n })
 * if ([hash, transactions, events, receipts].includes('differs')) console.error('another provider is needed')
 */
export async function verifyBlock(
  pool: FamilyPool,
  { block }: { readonly block: BlockReference },
): Promise<StarknetVerification> {
  const { body, provider } = await readBlock(pool, parseBlock(block), { full: true })
  const { result: chainId } = await askStarknet<Hex>(pool, 'chainId')
  const checks = await checkBlock(body, chainId ?? '0x0')
  return { ...checks, number: body.number, blockHash: body.hash, asOf: toAsOf(body, provider) }
}
