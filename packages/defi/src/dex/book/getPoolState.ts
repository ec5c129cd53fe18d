import type { BlockReader } from '../../reads/blockReader.ts'
import type { PoolState } from '../poolState.ts'
import type { KnownPool } from './knownPool.ts'
import { readPoolState } from './readPoolState.ts'

/**
 * A pool's state at the reader's block, for one question: a book costs less where many are asked. Null where its contract
 * does not answer as such a pool, or has no price yet.
 *
 * @throws what the client throws when its providers do not answer
 * @example
 * const reader = await createBlockReader(client)
 * const state = await getPoolState(reader, { kind: 'pair', id, dex: 'uniswap_v2', address, tokens, fee: 3_000 })
 */
export async function getPoolState(reader: BlockReader, pool: KnownPool): Promise<PoolState | null> {
  return (await readPoolState(reader, pool)) ?? null
}
