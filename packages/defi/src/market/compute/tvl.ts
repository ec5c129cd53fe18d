import type { ChainFigure, ProtocolFigure } from '../figures.ts'
import { UnknownMarketNameError } from '../marketErrors.ts'
import { isNamed, toChainKey, toProtocolKey } from './names.ts'

export type TvlFilter = {
  /** Id, name or slug of a protocol or a family of protocols: `aave_v3`, `Aave V3`, `aave`. @default all */
  readonly protocol?: string
  /** Name of a chain, ours or DefiLlama's. @default all */
  readonly chain?: string
  /** Largest number of listed items. Totals include all. @default all */
  readonly limit?: number
}

/** Value locked in US dollars. */
export type TvlFigures = {
  /** For all chains or one chain, without double counting. For a protocol or family, the sum of its parts. */
  readonly totalTvlUsd: number
  /** Largest first. If a chain is given, `tvlUsd` is the value on that chain. */
  readonly protocols: readonly Pick<ProtocolFigure, 'slug' | 'name' | 'category' | 'tvlUsd' | 'chains'>[]
  readonly chains: Readonly<Record<string, number>>
}

/** @throws {UnknownMarketNameError} */
export function computeTvl(
  protocols: readonly ProtocolFigure[],
  chains: readonly ChainFigure[],
  { protocol, chain, limit }: TvlFilter,
): TvlFigures {
  const place = chain === undefined ? undefined : findChain(chains, chain)
  const named = protocol === undefined ? protocols : findProtocols(protocols, protocol)
  const found = named
    .flatMap((one) => {
      const tvlUsd = place === undefined ? one.tvlUsd : valueOn(one, place.name)
      const { slug, name, category } = one
      return tvlUsd === null ? [] : [{ slug, name, category, tvlUsd, chains: one.chains }]
    })
    .sort(byTvl)
  const places = place === undefined ? chains : [place]
  const byChain =
    protocol === undefined
      ? places.map(({ name, tvlUsd }) => [name, tvlUsd] as const)
      : sumByChain(named, place && toChainKey(place.name))
  const totalTvlUsd = protocol === undefined ? sum(places) : sum(found)
  return {
    totalTvlUsd,
    protocols: found.slice(0, limit),
    chains: Object.fromEntries(byChain.toSorted(([, a], [, b]) => b - a)),
  }
}

/** @throws {UnknownMarketNameError} */
export function findChain(chains: readonly ChainFigure[], name: string): ChainFigure {
  const key = toChainKey(name)
  const found = chains.find((one) => toChainKey(one.name) === key)
  if (found !== undefined) return found
  throw new UnknownMarketNameError(
    'chain',
    name,
    chains.toSorted(byTvl).map((one) => one.name),
  )
}

function findProtocols(protocols: readonly ProtocolFigure[], name: string): readonly ProtocolFigure[] {
  const key = toProtocolKey(name)
  const found = protocols.filter((one) => isNamed(one, key))
  if (found.length > 0) return found
  throw new UnknownMarketNameError(
    'protocol',
    name,
    protocols.toSorted(byTvl).map((one) => one.slug),
  )
}

/** Returns the value on a chain, or null if the protocol is not on it. */
function valueOn({ chainTvlsUsd }: ProtocolFigure, chain: string): number | null {
  const key = toChainKey(chain)
  const found = Object.entries(chainTvlsUsd).find(([name]) => toChainKey(name) === key)
  return found === undefined ? null : found[1]
}

function sumByChain(protocols: readonly ProtocolFigure[], key: string | undefined): (readonly [string, number])[] {
  const sums = new Map<string, number>()
  for (const { chainTvlsUsd } of protocols)
    for (const [name, tvlUsd] of Object.entries(chainTvlsUsd))
      if (key === undefined || toChainKey(name) === key) sums.set(name, (sums.get(name) ?? 0) + tvlUsd)
  return [...sums]
}

type Valued = { readonly tvlUsd: number }

export const byTvl = (a: Valued, b: Valued): number => b.tvlUsd - a.tvlUsd
export const sum = (figures: readonly Valued[]): number => figures.reduce((total, { tvlUsd }) => total + tvlUsd, 0)
