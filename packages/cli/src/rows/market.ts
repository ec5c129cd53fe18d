import type { TvlReading, VolumesReading, YieldsReading } from '@outrigger/api'
import { toList } from './amounts.ts'
import { column, defineRows, orNull, type Table } from './schema.ts'

const timestamp = column('timestamp', 'Time at which the source confirmed the figures')

/** Value locked in protocols. */
export const protocolTvl = defineRows({
  name: 'protocol_tvl',
  version: 1,
  description: 'Value locked in protocols, from DefiLlama.',
  time: 'timestamp',
  columns: {
    timestamp,
    name: column('string', 'Protocol'),
    slug: column('string', 'Id of the protocol'),
    category: orNull('string', 'Category'),
    tvl_usd: column('double', 'US dollars. With `--chain`, on that chain'),
    chains: orNull('string', 'Chains, separated by commas'),
  },
})

export const toTvlRows = ({ protocols, timestampMs }: TvlReading): Table =>
  protocolTvl.of(
    protocols.map(({ name, slug, category, tvlUsd, chains }) => ({
      timestamp: timestampMs,
      name,
      slug,
      category,
      tvl_usd: tvlUsd,
      chains: toList(chains),
    })),
  )

/** Yields of pools. */
export const poolYields = defineRows({
  name: 'pool_yields',
  version: 1,
  description: 'Yields of pools, from DefiLlama.',
  time: 'timestamp',
  columns: {
    timestamp,
    pool: column('string', 'Id of the pool'),
    project: column('string', 'Protocol'),
    chain: column('string', 'Chain'),
    symbol: column('string', 'Tokens of the pool'),
    apy: orNull('double', 'Yield per year, ratio: 0.05 is 5 %'),
    apy_base: orNull('double', 'Part from fees and interest'),
    apy_reward: orNull('double', 'Part from rewards'),
    tvl_usd: orNull('double', 'Value locked, US dollars'),
    is_stablecoin: column('bool', 'Whether all tokens are stablecoins'),
  },
})

export const toYieldRows = ({ pools, timestampMs }: YieldsReading): Table =>
  poolYields.of(
    pools.map(({ id, project, chain, symbol, apy, apyBase, apyReward, tvlUsd, isStable }) => ({
      timestamp: timestampMs,
      pool: id,
      project,
      chain,
      symbol,
      apy,
      apy_base: apyBase,
      apy_reward: apyReward,
      tvl_usd: tvlUsd,
      is_stablecoin: isStable,
    })),
  )

/** Trading volumes of DEXes. */
export const dexVolumes = defineRows({
  name: 'dex_volumes',
  version: 1,
  description: 'Trading volumes of DEXes, from DefiLlama.',
  time: 'timestamp',
  columns: {
    timestamp,
    name: column('string', 'DEX'),
    slug: column('string', 'Id of the DEX'),
    volume_24h_usd: orNull('double', 'US dollars in 24 hours'),
    volume_7d_usd: orNull('double', 'US dollars in 7 days'),
    volume_30d_usd: orNull('double', 'US dollars in 30 days'),
    chains: orNull('string', 'Chains, separated by commas'),
  },
})

export const toVolumeRows = ({ dexes, timestampMs }: VolumesReading): Table =>
  dexVolumes.of(
    dexes.map(({ name, slug, volume24hUsd, volume7dUsd, volume30dUsd, chains }) => ({
      timestamp: timestampMs,
      name,
      slug,
      volume_24h_usd: volume24hUsd,
      volume_7d_usd: volume7dUsd,
      volume_30d_usd: volume30dUsd,
      chains: toList(chains),
    })),
  )
