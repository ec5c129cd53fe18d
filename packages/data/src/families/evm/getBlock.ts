import { observeReads, type ProviderPool } from '@outrigger/core'
import { BlockNotFoundError, type Block as EvmRpcBlock, type Hex } from 'viem'
import type { AsOf } from '../../asOf.ts'
import { UnknownBlockError } from '../../errors.ts'
import { toAsOf } from './finality.ts'

/** A block of an EVM chain. */
export type EvmBlock = {
  readonly family: 'evm'
  readonly chain: string
  /** In viem's format for the chain, with the hashes of its transactions. */
  readonly block: EvmRpcBlock<bigint, false>
  readonly asOf: AsOf
}

/** A block's number, its hash, or a tag. */
export type BlockId = bigint | Hex | 'latest' | 'safe' | 'finalized' | 'earliest'

/**
 * Returns a block by number, hash or tag.
 *
 * @throws {UnknownBlockError}
 * @throws {AllProvidersFailedError}
 * @example
 * const { block, asOf } = await getBlock(pool, { block: 'latest' })
 */
export async function getBlock(pool: ProviderPool, { block = 'latest' }: { block?: BlockId } = {}): Promise<EvmBlock> {
  const { value, provenance } = await observeReads(pool, (client) => client.getBlock(toReference(block))).catch(
    (error: unknown) => {
      throw error instanceof BlockNotFoundError ? new UnknownBlockError(pool.chain.name, block) : error
    },
  )
  return {
    family: 'evm',
    chain: pool.chain.name,
    block: value,
    asOf: await toAsOf(pool, value, provenance.endpoints),
  }
}

function toReference(block: BlockId) {
  if (typeof block === 'bigint') return { blockNumber: block }
  if (block.startsWith('0x')) return { blockHash: block as Hex }
  return { blockTag: block as 'latest' }
}
