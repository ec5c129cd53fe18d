import { contract } from '../../contract/contract.ts'
import { encode } from '../../contract/record.ts'
import type { Outrigger } from '../../outrigger/outrigger.ts'
import type { Reader } from './reader.ts'
import { withSource } from './withSource.ts'

/** Creates the market functions of a client. */
export function createMarketQuestions(read: Reader): Outrigger['market'] {
  return {
    getTvl: async (parameters = {}) => withSource((await read('tvl', { ...parameters })).data),
    getYields: async (parameters = {}) =>
      withSource((await read('yields', encode(contract.yields.query, parameters))).data),
    getVolumes: async (parameters = {}) => withSource((await read('dexVolumes', { ...parameters })).data),
    async getSummary() {
      const { tvl, volume, ...rest } = (await read('marketSummary', {})).data
      return {
        ...withSource(rest),
        tvlUsd: tvl.totalUsd,
        tvlChange24h: tvl.change24h,
        volume24hUsd: volume.total24hUsd,
        volumeChange24h: volume.change24h,
      }
    },
  }
}
