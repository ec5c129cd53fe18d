import { createPublicClient, type PublicClient, type Transport } from 'viem'
import type { ProviderPool } from './poolTypes.ts'

/** Creates a viem client that sends every request through a pool. */
export function createPoolClient({
  chain,
  transport,
}: Pick<ProviderPool, 'chain'> & { readonly transport: Transport }): PublicClient {
  return createPublicClient({ chain: chain.viemChain ?? undefined, transport }) as PublicClient
}
