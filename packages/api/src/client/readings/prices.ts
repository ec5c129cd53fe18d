import type { Outrigger } from '../../outrigger/outrigger.ts'
import type { Reader } from './reader.ts'
import { withSource } from './withSource.ts'

/** Creates the price functions of a client. */
export function createPriceQuestions(read: Reader): Outrigger['prices'] {
  return {
    get: async (chain, symbol) => withSource(await read('priceCurrent', { chain, symbol })),
    compare: (chain, symbol, exchanges) => read('priceCompare', { chain, symbol, exchanges: exchanges.join(',') }),
    history: (chain, symbol, options = {}) => read('priceHistory', { chain, symbol, ...options }),
  }
}
