import type { PublicClient } from 'viem'
import type { ChainProfile } from '../chains/chain.ts'
import { findChainById } from '../chains/registry.ts'
import { poolOf } from './reads/provenance.ts'

/**
 * Profile of the chain a viem client is on: its pool's, otherwise by its chain id, which is asked for where the client was made
 * without a chain. Undefined for a chain that has no profile.
 *
 * @example
 * (await getClientChain(createPublicClient({ chain: base, transport: http() })))?.name // 'base'
 */
export async function getClientChain(client: PublicClient): Promise<ChainProfile | undefined> {
  const pool = poolOf(client)
  if (pool) return pool.chain
  return findChainById(client.chain?.id ?? (await client.getChainId()))
}
