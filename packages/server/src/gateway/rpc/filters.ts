import type { Answer, ProviderPool } from '@outrigger/core'
import { FilterStore, type RpcRequest } from '@outrigger/core/internal'
import type { ApiKey } from '../../access/keyring.ts'

/** An answer, and where it came from; the gateway's own has no provider. */
export type Relayed = Pick<Answer<string>, 'result' | 'attempts' | 'cached' | 'ageMs' | 'unconfirmed'> & {
  readonly provider: string | null
}

/** The filters of keys, kept here: no provider knows of them. */
export type GatewayFilters = {
  /**
   * What the call of a filter method asks of a provider: for `eth_getFilterLogs` the logs of the key's filter.
   * @throws {FilterError} the key has no such filter
   */
  resolve(pool: ProviderPool, key: ApiKey, request: RpcRequest): RpcRequest
  /** Answers a filter method other than `eth_getFilterLogs`. */
  answer(pool: ProviderPool, key: ApiKey, request: RpcRequest): Promise<Relayed>
}

/** @param maxFilters most filters of a key on one chain */
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
      const result = JSON.stringify(await toStore(pool).answer(request, { owner }))
      return { result, provider: null, attempts: 0, cached: false, ageMs: 0 }
    },
  }
}
