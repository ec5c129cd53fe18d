import { getOrCreate } from '../cache/getOrCreate.ts'
import type { ChainProfile } from '../chains/chain.ts'
import { toProfile } from '../chains/toProfile.ts'
import { OutriggerError } from '../errors/outriggerError.ts'
import { type EndpointConfig, toEndpoints } from './endpoint.ts'
import { createProviderPool } from './pool.ts'
import type { FailoverTransport, PoolOptions } from './poolTypes.ts'

/**
 * A viem client without a chain uses `failover()`, which takes its chain from the client. Set the client's `chain`, or
 * `chain` in the options of `failover()`.
 */
export class MissingChainError extends OutriggerError {
  readonly code = 'MISSING_CHAIN'
  constructor() {
    super('failover() takes its chain from the client. Give the client a `chain`, or failover one in its options.')
  }
}

/** As `createProviderPool` takes them, but for the chain: that of the client. @default chain the client's */
export type FailoverOptions = Omit<PoolOptions, 'endpoints' | 'chain'> & { readonly chain?: ChainProfile }

/**
 * viem transport over a primary and its backups. Clients of one chain share one pool; it is `client.transport.pool` and is
 * closed there.
 *
 * @throws {InvalidEndpointError}
 * @throws {MissingChainError} when a client is made that has no chain
 * @example
 * const client = createPublicClient({ chain: mainnet, transport: failover([primaryUrl, backupUrl]) })
 * await client.getBlockNumber()
 * await client.transport.pool.close()
 */
export function failover(
  endpoints: readonly (string | EndpointConfig)[],
  options: FailoverOptions = {},
): FailoverTransport {
  const toTransport = (chain: ChainProfile) => createProviderPool({ ...options, chain, endpoints }).transport
  if (options.chain !== undefined) return toTransport(options.chain)
  // Said at once, not when a client is made.
  toEndpoints(endpoints)
  const transports = new Map<number, FailoverTransport>()
  return (config) => {
    const { chain } = config
    if (chain === undefined) throw new MissingChainError()
    return getOrCreate(transports, chain.id, () => toTransport(toProfile(chain)))(config)
  }
}
