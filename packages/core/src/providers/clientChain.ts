import type { PublicClient } from 'viem'
import type { ChainProfile } from '../chains/chain.ts'
import { findChainById } from '../chains/registry.ts'
import { poolOf } from './reads/provenance.ts'

/**
 * Returns the profile of the chain that a viem client is on, or undefined if Outrigger does not know the chain. If the client
 * was made without a chain, its chain id is requested.
 *
 * @example
 * (await getClientChain(createPublicClient({ chain: base, transport: http() })))?.name // 'base'
 */
export async function getClientChain(client: PublicClient): Promise<ChainProfile | undefined> {
  const pool = poolOf(client)
  if (pool) return pool.chain
  return findChainById(client.chain?.id ?? (await client.getChainId()))
}
