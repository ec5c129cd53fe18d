import { getOrCreate } from '../cache/getOrCreate.ts'
import type { ChainOption } from '../chains/registry.ts'
import { toProfile } from '../chains/toProfile.ts'
import { MissingChainError } from './clientOption.ts'
import { type EndpointConfig, toEndpoints } from './endpoint.ts'
import { createProviderPool } from './pool.ts'
import type { FailoverTransport, PoolOptions } from './poolTypes.ts'

/** The options of `createProviderPool`, except that `chain` is optional. @default chain the client's chain */
export type FailoverOptions = Omit<PoolOptions, 'endpoints' | 'chain'> & { readonly chain?: ChainOption }

/**
 * Creates a viem transport over a primary and its backups. Clients of one chain share one pool, `client.transport.pool`.
 * Close the pool when you are done.
 *
 * @throws {InvalidEndpointError}
 * @throws {MissingChainError} when a client without a chain is created
 * @example
 * const client = createPublicClient({ chain: mainnet, transport: failover([primaryUrl, backupUrl]) })
 * await client.getBlockNumber()
 * await client.transport.pool.close()
 */
export function failover(
  endpoints: readonly (string | EndpointConfig)[],
  options: FailoverOptions = {},
): FailoverTransport {
  const toTransport = (chain: ChainOption) => createProviderPool({ ...options, chain, endpoints }).transport
  if (options.chain !== undefined) return toTransport(options.chain)
  // Reports wrong settings now, not when a client is created.
  toEndpoints(endpoints)
  const transports = new Map<number, FailoverTransport>()
  return (config) => {
    const { chain } = config
    if (chain === undefined) throw new MissingChainError()
    return getOrCreate(transports, chain.id, () => toTransport(toProfile(chain)))(config)
  }
}
