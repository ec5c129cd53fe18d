import { dexFactories } from '@outrigger/calldata'
import type { DexActivity } from '@outrigger/defi/dex'
import { InvalidParameterError } from '../../errors/serviceError.ts'
import type { DexFigures } from '../../node/dexFigures.ts'
import type { Api } from '../fulfilment.ts'
import { toIso } from './time.ts'

export type DexFigureParts = { readonly dexFigures: DexFigures }

/** Tokens with less liquidity are not listed, because anyone can manipulate their prices. */
const leastLiquidityUsd = 1_000

/** Reports the liquidity and volume of pools, read from the chain itself. */
export function createDexFigureApi({
  dexFigures,
}: DexFigureParts): Pick<Api, 'analyticsTrendingTokens' | 'analyticsLiquidityMetrics'> {
  return {
    async analyticsTrendingTokens({ chain = 'ethereum', limit = 10 }) {
      const activity = await dexFigures.get(chain)
      const tokens = activity.tokens.filter(
        ({ volumeUsd, liquidityUsd }) => volumeUsd > 0 && liquidityUsd >= leastLiquidityUsd,
      )
      return {
        chain,
        timestamp: toIso(activity.timestamp),
        source: 'swaps of pools on the chain',
        coverage: toCoverage(activity),
        tokens: tokens.slice(0, limit).map(({ symbol, address, change24h, volumeUsd, priceUsd, liquidityUsd }) => ({
          symbol,
          address,
          change_24h: change24h === null ? null : change24h * 100,
          volume: volumeUsd,
          price_usd: priceUsd,
          liquidity_usd: liquidityUsd,
        })),
      }
    },
    async analyticsLiquidityMetrics({ chain = 'ethereum', protocol = 'uniswap_v3' }) {
      const known = [...new Set(dexFactories.map(({ id }) => id))]
      if (!known.includes(protocol))
        throw new InvalidParameterError([{ path: 'query.protocol', message: `must be one of ${known.join(', ')}` }])
      const activity = await dexFigures.get(chain)
      const pools = activity.pools.filter(({ pool }) => pool.dex === protocol)
      return {
        protocol,
        chain,
        timestamp: toIso(activity.timestamp),
        coverage: toCoverage(activity),
        total_liquidity: pools.reduce((sum, { liquidityUsd }) => sum + (liquidityUsd ?? 0), 0),
        pools: pools.map(({ pool, tokens, liquidityUsd, volumeUsd, feesUsd, swaps }) => ({
          pair: tokens.map(({ symbol }) => symbol).join('/'),
          address: pool.address,
          fee_percent: pool.fee / 1e4,
          liquidity: liquidityUsd,
          volume_24h: volumeUsd,
          fees_24h: feesUsd,
          swaps_24h: swaps,
        })),
      }
    },
  }
}

const toCoverage = ({ fromBlock, toBlock, isComplete }: DexActivity) => ({
  from_block: Number(fromBlock),
  to_block: Number(toBlock),
  complete: isComplete,
})
