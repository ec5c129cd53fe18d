import { contract } from '../../contract/contract.ts'
import { decode } from '../../contract/record.ts'
import type { Outrigger } from '../../outrigger/outrigger.ts'
import type { ApiClient } from '../apiClient.ts'
import { withSource } from './withSource.ts'

/** Prices as a client asks for them. */
export function createPriceQuestions(wire: ApiClient): Outrigger['prices'] {
  return {
    get: async (chain, symbol) =>
      withSource(decode(contract.priceCurrent.response, await wire.priceCurrent({ chain, symbol }))),
    compare: async (chain, symbol, exchanges) =>
      decode(
        contract.priceCompare.response,
        await wire.priceCompare({ chain, symbol, exchanges: exchanges.join(',') }),
      ),
    history: async (chain, symbol, options = {}) =>
      decode(contract.priceHistory.response, await wire.priceHistory({ chain, symbol, ...options })),
  }
}
