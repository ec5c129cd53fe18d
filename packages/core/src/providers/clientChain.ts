import type { PublicClient } from 'viem'
import type { ChainProfile } from '../chains/chain.ts'
import { type ChainOption, findChainById, getChain, resolveChain } from '../chains/registry.ts'
import { poolOf } from './clientOption.ts'

/**
 * Returns the profile of the given chain, or of the viem client's chain if none is given. Returns undefined if
 * Outrigger does not know the client's chain. If the client was made without a chain, its chain id is requested.
 *
 * @example
 * (await getClientChain(createPublicClient({ chain: base, transport: http() })))?.name // 'base'
 */
export async function getClientChain(client: PublicClient, given?: ChainOption): Promise<ChainProfile | undefined> {
  if (given !== undefined) return resolveChain(given)
  const pool = poolOf(client)
  if (pool) return pool.chain
  return findChainById(client.chain?.id ?? (await client.getChainId()))
}

/** Like `getClientChain`. @throws {UnknownChainError} */
export async function requireClientChain(client: PublicClient, given?: ChainOption): Promise<ChainProfile> {
  const chain = await getClientChain(client, given)
  return chain ?? getChain(String(client.chain?.id ?? (await client.getChainId())))
}
