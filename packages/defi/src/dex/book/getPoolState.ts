import type { BlockReader } from '../../reads/blockReader.ts'
import type { PoolState } from '../poolState.ts'
import type { KnownPool } from './knownPool.ts'
import { readPoolState } from './readPoolState.ts'

/**
 * Reads a pool's state at the reader's block. A book is cheaper for many reads. Returns null if the contract does not
 * respond like such a pool, or has no price yet.
 *
 * @throws the client's errors when its providers do not respond
 * @example
 * const reader = await createBlockReader(client)
 * const state = await getPoolState(reader, { kind: 'pair', id, dex: 'uniswap_v2', address, tokens, fee: 3_000 })
 */
export async function getPoolState(reader: BlockReader, pool: KnownPool): Promise<PoolState | null> {
  return (await readPoolState(reader, pool)) ?? null
}
