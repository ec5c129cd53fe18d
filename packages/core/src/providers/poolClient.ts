import { createPublicClient, type PublicClient } from 'viem'
import type { ProviderPool } from './poolTypes.ts'

/** A viem client whose every request goes through a pool. */
export function createPoolClient({ chain, transport }: Pick<ProviderPool, 'chain' | 'transport'>): PublicClient {
  return createPublicClient({ chain: chain.viemChain ?? undefined, transport }) as PublicClient
}
