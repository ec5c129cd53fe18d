import type { FreshnessReading, MarketSummaryReading, TvlReading, VolumesReading, YieldsReading } from '@outrigger/api'
import type { Response } from '@outrigger/api/contract'
import { formatAge, formatApy, formatChange, formatCount } from '../output/format.ts'
import { getLineWidth } from '../output/lineWidth.ts'
import { toTable } from '../output/table.ts'
import { wrap } from '../output/text.ts'

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 })
const formatUsd = (usd: number | null): string => (usd === null ? '-' : `$${short.format(usd)}`)
const formatYield = (ratio: number | null): string => (ratio === null ? '-' : formatApy(ratio))
const right = (title: string) => ({ title, align: 'right' }) as const

const toAgeLine = ({ timestampMs, stale }: FreshnessReading, nowMs: number): string =>
  `DefiLlama, ${formatAge(nowMs - timestampMs)} ago${stale ? ', stale' : ''}`

/** Lists the first chains and the number of others. */
const toChains = (chains: readonly string[]): string =>
  chains.length > 2 ? `${chains.slice(0, 2).join(', ')} +${chains.length - 2}` : chains.join(', ')

/** Returns a text with the number of rows that are not listed. */
const toRest = (listed: number, count: number): readonly string[] =>
  listed < count ? [`${formatCount(count - listed)} more: --limit lists them.`] : []

export const toTvlLines = (tvl: TvlReading, nowMs: number): readonly string[] => [
  `${formatUsd(tvl.totalTvlUsd)} locked`,
  '',
  ...toTable(
    [{ title: 'protocol' }, right('locked'), { title: 'category' }, { title: 'chains' }],
    tvl.protocols.map(({ slug, tvlUsd, category, chains }) => [
      slug,
      formatUsd(tvlUsd),
      category ?? '-',
      toChains(chains),
    ]),
  ),
  '',
  toAgeLine(tvl, nowMs),
]

export const toYieldLines = (yields: YieldsReading, nowMs: number): readonly string[] => [
  ...toTable(
    [{ title: 'pool' }, { title: 'project' }, { title: 'chain' }, ...['apy', 'base', 'reward', 'locked'].map(right)],
    yields.pools.map(({ symbol, project, chain, apy, apyBase, apyReward, tvlUsd }) => [
      ...[symbol, project, chain, ...[apy, apyBase, apyReward].map(formatYield), formatUsd(tvlUsd)],
    ]),
  ),
  ...toRest(yields.pools.length, yields.count),
  '',
  toAgeLine(yields, nowMs),
]

export const toVolumeLines = (volumes: VolumesReading, nowMs: number): readonly string[] => [
  `${formatUsd(volumes.totalUsd)} traded in ${volumes.period}, the last day ${formatChange(volumes.change24h)}`,
  '',
  ...toTable(
    [{ title: 'dex' }, ...['24h', '7d', '30d'].map(right), { title: 'chains' }],
    volumes.dexes.map(({ slug, volume24hUsd, volume7dUsd, volume30dUsd, chains }) => [
      slug,
      ...[volume24hUsd, volume7dUsd, volume30dUsd].map(formatUsd),
      toChains(chains),
    ]),
  ),
  '',
  toAgeLine(volumes, nowMs),
]

export const toSummaryLines = (summary: MarketSummaryReading, nowMs: number): readonly string[] => {
  const { topProtocols, topChains } = summary
  return [
    `${formatUsd(summary.tvlUsd)} locked, ${formatChange(summary.tvlChange24h)} in a day`,
    `${formatUsd(summary.volume24hUsd)} traded in a day, ${formatChange(summary.volumeChange24h)}`,
    '',
    ...toTable(
      [{ title: 'protocol' }, right('locked'), { title: 'chain' }, right('locked')],
      Array.from({ length: Math.max(topProtocols.length, topChains.length) }, (_, index) =>
        [topProtocols[index], topChains[index]].flatMap((one) => [one?.name ?? '', one ? formatUsd(one.tvlUsd) : '']),
      ),
    ),
    '',
    toAgeLine(summary, nowMs),
  ]
}

const orDash = (percent: number | null): string => (percent === null ? '-' : `${percent.toFixed(1)} %`)

export const toOverviewLines = (overview: Response<'analyticsMarketOverview'>): readonly string[] => [
  `capitalization ${formatUsd(overview.total_market_cap)}, traded ${formatUsd(overview.volume_24h)} in 24 hours`,
  `BTC ${orDash(overview.btc_dominance)}, ETH ${orDash(overview.eth_dominance)}`,
  `fear and greed ${overview.fear_greed_index ?? '-'} of 100`,
  `trending: ${overview.trending_categories.join(', ') || '-'}`,
  ...Object.values(overview.unavailable).flatMap((reason) => wrap(reason, Math.min(80, getLineWidth()))),
]
