import type { EndpointConfig } from './endpoint.ts'
import { createProviderPool } from './pool.ts'
import type { FailoverTransport, PoolOptions } from './poolTypes.ts'

/**
 * viem transport over a primary and its backups. Shorthand for `createProviderPool(...).transport`; the pool is
 * `client.transport.pool` and is closed there.
 *
 * @throws {InvalidEndpointError}
 * @example
 * const client = createPublicClient({ chain: mainnet, transport: failover([primaryUrl, backupUrl], { chain: chains.ethereum }) })
 */
export function failover(
  endpoints: readonly (string | EndpointConfig)[],
  options: Omit<PoolOptions, 'endpoints'>,
): FailoverTransport {
  return createProviderPool({ ...options, endpoints }).transport
}
