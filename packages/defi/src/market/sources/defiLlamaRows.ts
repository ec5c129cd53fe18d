import type { ChainFigure, DexFigure, PastTvl, PoolFigure, ProtocolFigure } from '../figures.ts'
import type { Row } from './row.ts'

// Fields are documented at https://api-docs.defillama.com

/** Categories that are not protocols: exchanges with their customers' coins, and chains' own bridges. */
const otherCategories: readonly unknown[] = ['CEX', 'Chain']

/** Returns null for a row that is not a protocol or has no known value. */
export function toProtocol(row: Row): ProtocolFigure | null {
  const chains = row.texts('chains')
  const tvlUsd = toAmount(row.number('tvl'))
  const category = row.optionalText('category')
  const name = row.text('name')
  const byChain = row.numbers('chainTvls')
  if (tvlUsd === null || otherCategories.includes(category)) return null
  return {
    slug: row.optionalText('slug') ?? name.toLowerCase().replace(/\s+/g, '-'),
    name,
    parent: toParent(row),
    category,
    chains,
    tvlUsd,
    // `chainTvls` also has entries for borrowed and staked tokens.
    chainTvlsUsd: Object.fromEntries(chains.flatMap((chain) => (byChain[chain] ? [[chain, byChain[chain]]] : []))),
  }
}

export function toChain(row: Row): ChainFigure | null {
  const [name, tvlUsd] = [row.text('name'), toAmount(row.number('tvl'))]
  return tvlUsd === null ? null : { name, tvlUsd }
}

export function toPastTvl(row: Row): PastTvl | null {
  const [seconds, tvlUsd] = [row.number('date'), toAmount(row.number('tvl'))]
  return seconds === null || tvlUsd === null ? null : { atMs: seconds * 1000, tvlUsd }
}

export function toPool(row: Row): PoolFigure {
  return {
    id: row.text('pool'),
    project: row.text('project'),
    chain: row.text('chain'),
    symbol: row.text('symbol'),
    apy: toRatio(row.number('apy')),
    apyBase: toRatio(row.number('apyBase')),
    apyReward: toRatio(row.number('apyReward')),
    tvlUsd: toAmount(row.number('tvlUsd')),
    isStable: row.flag('stablecoin'),
  }
}

export function toDex(row: Row): DexFigure {
  const name = row.optionalText('displayName') ?? row.text('name')
  const volume24hUsd = toAmount(row.number('total24h'))
  return {
    slug: row.optionalText('slug') ?? row.text('name').toLowerCase().replace(/\s+/g, '-'),
    name,
    parent: toParent(row),
    chains: row.texts('chains'),
    volume24hUsd,
    volumeBeforeUsd: toAmount(row.number('total48hto24h')) ?? toBefore(volume24hUsd, row.number('change_1d')),
    volume7dUsd: toAmount(row.number('total7d')),
    volume30dUsd: toAmount(row.number('total30d')),
  }
}

/** Converts `parent#aave` to `aave`. */
const toParent = (row: Row): string | null => row.optionalText('parentProtocol')?.replace(/^parent#/, '') ?? null

/** A negative value or volume is wrong, so it counts as unknown. */
const toAmount = (value: number | null): number | null => (value === null || value < 0 ? null : value)

const toRatio = (percent: number | null): number | null => (percent === null ? null : percent / 100)

const toBefore = (now: number | null, changePercent: number | null): number | null =>
  now === null || changePercent === null || changePercent <= -100 ? null : now / (1 + changePercent / 100)
