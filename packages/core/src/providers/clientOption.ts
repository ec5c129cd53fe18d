import { type Chain, type Client, type PublicClient, publicActions } from 'viem'
import type { ChainProfile } from '../chains/chain.ts'
import { toProfile } from '../chains/toProfile.ts'
import { OutriggerError } from '../errors/outriggerError.ts'
import { createPoolClient } from './poolClient.ts'
import type { ProviderPool } from './poolTypes.ts'

/** A viem client has no chain, but the chain is needed before the first request. Set `chain` on the client. */
export class MissingChainError extends OutriggerError {
  readonly code = 'MISSING_CHAIN'
  constructor() {
    super('The viem client has no chain. Set `chain` on the client, or in the options of failover().')
  }
}

/** A viem client of any chain, or a provider pool. */
export type ClientOption = Client | ProviderPool

/** A viem client on a failover transport. */
export type PoolClient = { readonly transport: { readonly pool: ProviderPool } }

/** A provider pool, or a viem client on a failover transport. */
export type PoolOption = ProviderPool | PoolClient

/** Returns the pool of a client, if its transport is a failover pool. */
export function poolOf(client: Client): ProviderPool | undefined {
  return (client.transport as { pool?: ProviderPool }).pool
}

/** Returns a viem client with all public actions for a client or a pool. */
export function toClient(given: ClientOption): PublicClient {
  if ('send' in given) return createPoolClient(given)
  // Wallet clients and bare clients have no `getBlock`.
  return ('getBlock' in given ? given : given.extend(publicActions)) as unknown as PublicClient
}

/** Returns the pool of a client on a failover transport, or the given pool itself. */
export function toPool<pool extends { send: unknown }>(given: pool | PoolClient): pool | ProviderPool {
  return 'send' in given ? given : given.transport.pool
}

/** Returns the profile of the chain of a client or a pool. @throws {MissingChainError} */
export function chainOf(given: ClientOption): ChainProfile {
  const pool = 'send' in given ? given : poolOf(given)
  if (pool !== undefined) return pool.chain
  if (given.chain === undefined) throw new MissingChainError()
  return toProfile((given as Client).chain as Chain)
}

/** Returns a function that finds the client of a chain by its name. */
export function toClientOf(given: readonly ClientOption[]): (chain: string) => PublicClient | undefined {
  const clients = new Map(given.map((one) => [chainOf(one).name, toClient(one)]))
  return (chain) => clients.get(chain)
}
