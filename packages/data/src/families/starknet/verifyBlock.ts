import type { FamilyPool } from '@outrigger/core'
import type { Hex } from 'viem'
import type { AsOf } from '../../asOf.ts'
import type { BlockReference } from '../familyReader.ts'
import { askStarknet } from './askStarknet.ts'
import { checkBlock, type StarknetBlockChecks } from './hash/checkBlock.ts'
import { parseBlock } from './parameters.ts'
import { readBlock, toAsOf } from './readBlock.ts'

/** A block of Starknet, and what of it was found to be what it states. */
export type StarknetVerification = StarknetBlockChecks & {
  readonly number: bigint
  /** Null of a block that is being made. */
  readonly blockHash: Hex | null
  readonly asOf: AsOf
}

/**
 * Reads a block with its receipts and recomputes its hash, those of its transactions and its commitments from their
 * contents. Not verified: the state differences and the state root, which take the state. Takes `@scure/starknet`, and
 * seconds for a block of some hundred transactions (a minute
 * before Starknet 0.13.2).
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
