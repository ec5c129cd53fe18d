/**
 * A protocol's value locked, as counted by DefiLlama: without borrowed and staked tokens and pools of its own token.
 */
export type ProtocolFigure = {
  readonly slug: string
  readonly name: string
  /** The protocol's family, for example `aave` for Aave V3. Null if it has none. */
  readonly parent: string | null
  readonly category: string | null
  readonly chains: readonly string[]
  /** US dollars. */
  readonly tvlUsd: number
  /** US dollars by chain. */
  readonly chainTvlsUsd: Readonly<Record<string, number>>
}

/** A chain's value locked, without double counting and liquid staking. */
export type ChainFigure = { readonly name: string; readonly tvlUsd: number }

/** Value locked on all chains at a past time. */
export type PastTvl = { readonly atMs: number; readonly tvlUsd: number }

/** A pool's yield. */
export type PoolFigure = {
  readonly id: string
  /** Slug of its protocol. */
  readonly project: string
  readonly chain: string
  readonly symbol: string
  /** Ratio per year: 0.05 is 5 %. Null if unknown. */
  readonly apy: number | null
  readonly apyBase: number | null
  readonly apyReward: number | null
  /** US dollars. */
  readonly tvlUsd: number | null
  readonly isStable: boolean
}

/** Trading volume of a DEX in US dollars. Null if unknown. */
export type DexFigure = {
  readonly slug: string
  readonly name: string
  readonly parent: string | null
  readonly chains: readonly string[]
  readonly volume24hUsd: number | null
  /** Volume of the 24 hours before `volume24hUsd`. */
  readonly volumeBeforeUsd: number | null
  readonly volume7dUsd: number | null
  readonly volume30dUsd: number | null
}
