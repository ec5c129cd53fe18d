import type { PoolContracts } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import type { KnownPool } from './knownPool.ts'

type CurveFactory = Extract<PoolContracts, { readonly form: 'curveFactory' }>

/** A factory of Curve that is asked for its pools one by one: most of its logs do not name them. */
export type PoolList = Pick<CurveFactory, 'kind' | 'coins'> & {
  readonly dex: string
  readonly chain: ChainName
  readonly factory: Address
}

/** A pool that is known by name. `firstCoin` is what its contract says when it is the one meant. */
export type NamedPool = {
  readonly pool: KnownPool & { readonly kind: 'stableswap' | 'cryptoswap' }
  readonly firstCoin: Address
}

/** What factories and named pools are to be asked next. */
export type ListQuestion =
  | { readonly ask: 'count'; readonly list: PoolList }
  | { readonly ask: 'entry'; readonly list: PoolList; readonly index: number }
  | { readonly ask: 'coins'; readonly list: PoolList; readonly pool: Address }
  | { readonly ask: 'name'; readonly named: NamedPool }

/** Null where there is no answer. */
export type ListAnswer =
  | (Extract<ListQuestion, { readonly ask: 'count' }> & { readonly count: number | null })
  | (Extract<ListQuestion, { readonly ask: 'entry' }> & { readonly pool: Address | null })
  | (Extract<ListQuestion, { readonly ask: 'coins' }> & { readonly coins: ListedCoins | null })
  | (Extract<ListQuestion, { readonly ask: 'name' }> & { readonly isThere: boolean })

export type ListedCoins = { readonly tokens: readonly Address[]; readonly hasMovingRates: boolean }
