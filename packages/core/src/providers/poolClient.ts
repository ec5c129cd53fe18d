import { createPublicClient, type PublicClient } from 'viem'
import type { ProviderPool } from './poolTypes.ts'

/** Creates a viem client that sends every request through a pool. */
export function createPoolClient({ chain, transport }: Pick<ProviderPool, 'chain' | 'transport'>): PublicClient {
  return createPublicClient({ chain: chain.viemChain ?? undefined, transport }) as PublicClient
}
