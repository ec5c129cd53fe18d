import { contract } from '../../contract/contract.ts'
import { decode, encode } from '../../contract/record.ts'
import type { Outrigger } from '../../outrigger/outrigger.ts'
import type { ApiClient } from '../apiClient.ts'
import { withSource } from './withSource.ts'

const { tvl, yields, dexVolumes, marketSummary } = contract

/** The market as a client asks for it. */
export function createMarketQuestions(wire: ApiClient): Outrigger['market'] {
  return {
    async getTvl(parameters = {}) {
      const { data } = await wire.tvl({ ...parameters })
      return withSource(decode(tvl.response.properties.data, data))
    },
    async getYields(parameters = {}) {
      const { data } = await wire.yields(encode(yields.query, parameters))
      return withSource(decode(yields.response.properties.data, data))
    },
    async getVolumes(parameters = {}) {
      const { data } = await wire.dexVolumes({ ...parameters })
      return withSource(decode(dexVolumes.response.properties.data, data))
    },
    async getSummary() {
      const { data } = await wire.marketSummary()
      const { tvl, volume, ...rest } = decode(marketSummary.response.properties.data, data)
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
