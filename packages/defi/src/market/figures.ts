/** A protocol's value locked, as DefiLlama counts it: without what is borrowed, staked or in pools of its own token. */
export type ProtocolFigure = {
  readonly slug: string
  readonly name: string
  /** The family it belongs to, `aave` of Aave V3; null where it has none. */
  readonly parent: string | null
  readonly category: string | null
  readonly chains: readonly string[]
  /** US dollars. */
  readonly tvlUsd: number
  /** US dollars by chain. */
  readonly chainTvlsUsd: Readonly<Record<string, number>>
}

/** A chain's value locked, without what is counted twice and liquid staking. */
export type ChainFigure = { readonly name: string; readonly tvlUsd: number }

/** All chains' value locked at a past time. */
export type PastTvl = { readonly atMs: number; readonly tvlUsd: number }

/** What a pool yields. */
export type PoolFigure = {
  readonly id: string
  /** Slug of its protocol. */
  readonly project: string
  readonly chain: string
  readonly symbol: string
  /** Ratio a year: 0.05 is 5 %; null where it is not known. */
  readonly apy: number | null
  readonly apyBase: number | null
  readonly apyReward: number | null
  /** US dollars. */
  readonly tvlUsd: number | null
  readonly isStable: boolean
}

/** What a DEX traded, US dollars; null where it is not known. */
export type DexFigure = {
  readonly slug: string
  readonly name: string
  readonly parent: string | null
  readonly chains: readonly string[]
  readonly volume24hUsd: number | null
  /** Of the 24 hours before those. */
  readonly volumeBeforeUsd: number | null
  readonly volume7dUsd: number | null
  readonly volume30dUsd: number | null
}
