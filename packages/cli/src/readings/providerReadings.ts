import { type ChainName, getChain } from '@outrigger/core'
import { createPoolClient, systemClock } from '@outrigger/core/internal'
import { getGasPrice } from '@outrigger/oracle'
import { createNode, type NodeConfig } from '@outrigger/server'
import { createMarketOverviewApi, createOverview } from '@outrigger/server/internal'
import { requireChain } from '../config/providers.ts'
import { untilAborted } from '../interrupt.ts'
import type { Readings } from './readings.ts'

/** Reads from the configured providers in this process. Nothing listens and nothing is stored. */
export async function createProviderReadings(config: NodeConfig): Promise<Readings> {
  const { dataDir: _, store: __, ...settings } = config
  const node = await createNode({ ...settings, log: 'silent' })

  function poolOf(chain: string) {
    return requireChain(node.pools[getChain(chain).name as ChainName], chain)
  }

  const clientOf = (chain: string) => createPoolClient(poolOf(chain))

  return {
    chains: Object.keys(node.pools),
    getGas: async (chain) => getGasPrice(clientOf(chain), { chain: poolOf(chain).chain }),
    getInclusion: (chain, parameters) => node.gas.inclusion(getChain(chain).name, parameters),
    async watchGas(chains, { gas, failure }, signal) {
      chains.forEach(poolOf)
      // A block is read again when its pool changes or its price grows old.
      const shown = new Map<string, bigint>()
      const unwatch = [
        node.gas.on('update', (price) => {
          if (!chains.includes(price.chain) || shown.get(price.chain) === price.blockNumber) return
          shown.set(price.chain, price.blockNumber)
          gas(price)
        }),
        node.gas.on('failure', ({ chain, error }) => chains.includes(chain) && failure(chain, error)),
      ]
      await untilAborted(signal)
      for (const stop of unwatch) stop()
    },
    prices: node.prices,
    market: node.market,
    async getOverview() {
      const overview = createOverview(settings.analytics ?? {}, settings.prices?.coingecko ?? {}, systemClock)
      try {
        return await createMarketOverviewApi(overview).analyticsMarketOverview({}, { key: null })
      } finally {
        overview.close()
      }
    },
    close: node.close,
    [Symbol.asyncDispose]: node.close,
  }
}
