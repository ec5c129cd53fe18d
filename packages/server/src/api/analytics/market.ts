import { lendingChains } from '@outrigger/api/contract'
import type { Clock } from '@outrigger/core'
import type { MarketData, MarketOverview } from '@outrigger/defi/market'
import { UpstreamUnavailableError } from '../../node/chainErrors.ts'
import type { Lending } from '../../node/lending.ts'
import { requireMarket } from '../../node/market.ts'
import type { Pools } from '../../node/providers.ts'
import type { Api } from '../fulfilment.ts'
import { toReason } from './dollars.ts'

export type MarketFigureParts = {
  readonly market: MarketData | null
  readonly overview: MarketOverview
  readonly lending: Lending
  readonly pools: Pools
  readonly clock: Clock
}

const listed = 50
const notAsked = {
  coingecko:
    'CoinGecko is not enabled. Set analytics.coingecko.enabled in the configuration of the node, or OUTRIGGER_ANALYTICS_COINGECKO_ENABLED=true.',
  fearAndGreed:
    'alternative.me is not enabled. Set analytics.fearAndGreed.enabled in the configuration of the node, or OUTRIGGER_ANALYTICS_FEARANDGREED_ENABLED=true.',
}

/** Reports figures of the whole market. */
export function createMarketFigureApi(
  parts: MarketFigureParts,
): Pick<Api, 'analyticsDefiMetrics' | 'analyticsMarketOverview'> {
  const { overview, clock } = parts
  return {
    async analyticsDefiMetrics() {
      const timestamp = new Date(clock.now()).toISOString()
      const reported = await readReported(parts).catch((error: unknown) => error as Error)
      if (!(reported instanceof Error)) return { ...reported, timestamp }
      const own = await readOwn(parts)
      if (own === null) throw new UpstreamUnavailableError('defillama', toReason(reported), reported)
      return {
        tvl: sumOf(own),
        volume_24h: null,
        protocols: toShares(own),
        timestamp,
        sources: { tvl: 'contracts of lenders on the chains of this node' },
        unavailable: { volume_24h: toReason(reported) },
      }
    },
    ...createMarketOverviewApi(overview),
  }
}

/** Reports figures of the whole market from external sources. */
export const createMarketOverviewApi = (overview: MarketOverview): Pick<Api, 'analyticsMarketOverview'> => ({
  async analyticsMarketOverview() {
    const figures = await overview.get()
    const { marketCapUsd, btcDominance, ethDominance, volume24hUsd, fearAndGreed, failures, timestampMs } = figures
    const gecko = failures.coingecko === undefined ? notAsked.coingecko : toReason(failures.coingecko)
    const fng = failures['alternative.me'] === undefined ? notAsked.fearAndGreed : toReason(failures['alternative.me'])
    if (timestampMs === null) throw new UpstreamUnavailableError('coingecko', `${gecko} ${fng}`)
    const origin = toOrigin({ marketCapUsd, fearAndGreed }, { gecko, fng, trending: failures.trending })
    return {
      total_market_cap: marketCapUsd,
      btc_dominance: btcDominance,
      eth_dominance: ethDominance,
      volume_24h: volume24hUsd,
      fear_greed_index: fearAndGreed,
      ...origin,
      trending_categories: [...figures.trendingCategories],
      timestamp: new Date(timestampMs).toISOString(),
    }
  },
})

const ofGecko = ['total_market_cap', 'btc_dominance', 'eth_dominance', 'volume_24h'] as const

function toOrigin(
  { marketCapUsd, fearAndGreed }: { readonly marketCapUsd: number | null; readonly fearAndGreed: number | null },
  { gecko, fng, trending }: { readonly gecko: string; readonly fng: string; readonly trending: unknown },
) {
  const sources: Record<string, string> = {}
  const unavailable: Record<string, string> = {}
  for (const name of ofGecko)
    if (marketCapUsd === null) unavailable[name] = gecko
    else sources[name] = 'coingecko'
  if (fearAndGreed === null) unavailable['fear_greed_index'] = fng
  else sources['fear_greed_index'] = 'alternative.me'
  if (trending !== undefined) unavailable['trending_categories'] = toReason(trending)
  else if (marketCapUsd === null) unavailable['trending_categories'] = gecko
  else sources['trending_categories'] = 'coingecko'
  return { sources, unavailable }
}

type Named = { readonly name: string; readonly tvl: number }

/**
 * Returns each protocol's share of the sum of all protocols. The total of all chains is not used, because it excludes liquid
 * staking
 * and counts value only once if one protocol deposits it in another.
 */
function toShares(protocols: readonly Named[]) {
  const whole = sumOf(protocols)
  return protocols
    .toSorted((a, b) => b.tvl - a.tvl)
    .slice(0, listed)
    .map(({ name, tvl }) => ({ name, tvl, dominance: whole > 0 ? (tvl / whole) * 100 : 0 }))
}

const sumOf = (protocols: readonly Named[]): number => protocols.reduce((total, { tvl }) => total + tvl, 0)

async function readReported({ market }: MarketFigureParts) {
  const data = requireMarket(market)
  const [{ totalTvlUsd, protocols }, volumes] = await Promise.all([
    data.getTvl(),
    data.getVolumes({ limit: 1 }).catch((error: unknown) => error as Error),
  ])
  const failure = volumes instanceof Error ? toReason(volumes) : null
  return {
    tvl: totalTvlUsd,
    volume_24h: volumes instanceof Error ? null : volumes.total24hUsd,
    protocols: toShares(protocols.map(({ name, tvlUsd }) => ({ name, tvl: tvlUsd }))),
    sources: { tvl: 'defillama', ...(failure === null && { volume_24h: 'defillama' }) } as Record<string, string>,
    unavailable: (failure === null ? {} : { volume_24h: failure }) as Record<string, string>,
  }
}

/**
 * Reads the value locked in lenders on the chains of this node. Null if the node serves no chain with lenders, or if all reads
 * fail.
 */
async function readOwn({ lending, pools }: MarketFigureParts): Promise<readonly Named[] | null> {
  const asked = lendingChains
    .filter((chain) => pools[chain] !== undefined)
    .flatMap((chain) => lending.protocols(chain).map(({ id }) => ({ chain, id })))
  const found = await Promise.all(asked.map(({ chain, id }) => lending.getTvl(chain, id).catch(() => null)))
  // Sums in request order, not in order of completion, so that equal figures give sums equal to the last digit.
  const sums = new Map<string, number>()
  for (const [index, { id }] of asked.entries()) {
    const tvl = found[index]
    if (tvl) sums.set(id, (sums.get(id) ?? 0) + tvl.tvlUsd)
  }
  return sums.size === 0 ? null : [...sums].map(([name, tvl]) => ({ name, tvl }))
}
