import type { PoolContracts } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import type { KnownPool } from './knownPool.ts'

type CurveFactory = Extract<PoolContracts, { readonly form: 'curveFactory' }>

/** A Curve factory whose pools are queried one by one, because most of its logs do not contain the pool address. */
export type PoolList = Pick<CurveFactory, 'kind' | 'coins'> & {
  readonly dex: string
  readonly chain: ChainName
  readonly factory: Address
}

/** A pool with a known address. `firstCoin` is the first coin of the expected contract. */
export type NamedPool = {
  readonly pool: KnownPool & { readonly kind: 'stableswap' | 'cryptoswap' }
  readonly firstCoin: Address
}

/** The next query to a factory or a known pool. */
export type ListQuery =
  | { readonly type: 'count'; readonly list: PoolList }
  | { readonly type: 'entry'; readonly list: PoolList; readonly index: number }
  | { readonly type: 'coins'; readonly list: PoolList; readonly pool: Address }
  | { readonly type: 'name'; readonly named: NamedPool }

/** Fields are null if the call failed. */
export type ListResult =
  | (Extract<ListQuery, { readonly type: 'count' }> & { readonly count: number | null })
  | (Extract<ListQuery, { readonly type: 'entry' }> & { readonly pool: Address | null })
  | (Extract<ListQuery, { readonly type: 'coins' }> & { readonly coins: ListedCoins | null })
  | (Extract<ListQuery, { readonly type: 'name' }> & { readonly exists: boolean })

export type ListedCoins = { readonly tokens: readonly Address[]; readonly hasMovingRates: boolean }
