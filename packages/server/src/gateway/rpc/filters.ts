import type { Answer, ProviderPool } from '@outrigger/core'
import { FilterStore, type RpcRequest } from '@outrigger/core/internal'
import type { ApiKey } from '../../access/keyring.ts'

/** An answer and its provider, which is null for the gateway's own answers. */
export type Relayed = Pick<Answer<string>, 'result' | 'attempts' | 'cached' | 'ageMs' | 'unconfirmed'> & {
  readonly provider: string | null
}

/** The filters of keys. The gateway stores them, and providers do not know them. */
export type GatewayFilters = {
  /**
   * Converts a filter method to the request for a provider. `eth_getFilterLogs` requests the logs of the key's filter.
   * @throws {FilterError} the key does not have this filter
   */
  resolve(pool: ProviderPool, key: ApiKey, request: RpcRequest): RpcRequest
  /** Answers a filter method other than `eth_getFilterLogs`. */
  answer(pool: ProviderPool, key: ApiKey, request: RpcRequest): Promise<Relayed>
}

/** @param maxFilters maximum number of filters of a key on one chain */
export function createGatewayFilters(maxFilters: number): GatewayFilters {
  const stores = new WeakMap<ProviderPool, FilterStore>()
  function toStore(pool: ProviderPool): FilterStore {
    const store = stores.get(pool) ?? new FilterStore(pool, { maxFilters })
    stores.set(pool, store)
    return store
  }
  return {
    resolve(pool, { id: owner }, request) {
      if (request.method !== 'eth_getFilterLogs') return request
      return toStore(pool).toLogsRequest(owner, request.params)
    },
    async answer(pool, { id: owner }, request) {
      return toOwnAnswer(JSON.stringify(await toStore(pool).answer(request, { owner })))
    },
  }
}

/** Returns an answer of the gateway itself. @param result JSON text */
export function toOwnAnswer(result: string): Relayed {
  return { result, provider: null, attempts: 0, cached: false, ageMs: 0 }
}
