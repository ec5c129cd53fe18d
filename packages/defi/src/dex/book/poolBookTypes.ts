import type { DexFactories, PoolContracts } from '@outrigger/calldata'
import type { ChainName, Events, ProviderPool, Store } from '@outrigger/core'
import type { Address, Hex } from 'viem'
import type { PoolState } from '../poolState.ts'

/** A block by number and hash. */
export type PoolBookBlock = {
  readonly number: bigint
  readonly hash: Hex
  /** Unix seconds. */
  readonly timestamp: bigint
}

/** A block has been taken into account. Emitted again when more pools have been read at it. */
export type PoolBookUpdate = PoolBookBlock & {
  /** Ids of pools with a state that is new: by the block's logs, or read at it. */
  readonly touched: readonly Hex[]
  /** All pools at this block. */
  readonly snapshot: PoolSnapshot
}

/** Pools at one block. It never changes, also while the book goes on. */
export type PoolSnapshot = {
  /** Null before the first block. */
  readonly block: PoolBookBlock | null
  /** Pools that have a state. */
  readonly size: number
  /** Null for pools without a state at that block; `book.whyMissing` says why. Ids and addresses are lower case. */
  get(id: Hex): PoolState | null
  /** The pools that trade two tokens. */
  byTokens(a: Address, b: Address): readonly PoolState[]
  /** The pools that trade a token. */
  byToken(token: Address): readonly PoolState[]
  /** Pools of a token from which one more pool leads to another; of thousands, some. */
  bridges(from: Address, to: Address): readonly PoolState[]
  /** Tokens that a token trades against in some pool, for searches of cycles. */
  neighbours(token: Address): readonly Address[]
  /** All pools, in no order. */
  values(): IterableIterator<PoolState>
  /** Pools with another state than in a snapshot of the same book; null for those that have none any more. */
  changesSince(before: PoolSnapshot): ReadonlyMap<Hex, PoolState | null>
}

/** A pool by its id, or all pools of two tokens. */
export type PoolWant = { readonly id: Hex } | { readonly tokens: readonly [Address, Address] }

export type PoolBookStatus = {
  /** `building` until the factories' logs are searched and what was wanted has been read; then `ready`. */
  readonly state: 'building' | 'ready'
  /** Share of the blocks searched for pools, 0-1. */
  readonly progress: number
  /** Pools known by name. */
  readonly known: number
  /** Pools with a state. */
  readonly loaded: number
  /** Pools whose state is still to be read. */
  readonly waiting: number
  /** Pools given up for others since the start, as `maxPools` and `maxKnown` ask: their states, and their names. */
  readonly evicted: { readonly states: number; readonly names: number }
  /** Pools compared with their contracts since the start, and those that differed and were repaired. */
  readonly proof: { readonly compared: number; readonly repaired: number; readonly blockNumber: bigint | null }
  /** Why no block can be taken into account, or no range be searched, at present. */
  readonly reason: string | null
}

export type PoolBookEvents = {
  readonly block: PoolBookUpdate
  readonly status: PoolBookStatus
}

/** Settings of a pool book. Only `pool` is required. */
export type PoolBookOptions = {
  readonly pool: ProviderPool
  /** Keeps which pools there are and which were held, so that a restart goes on where it was. @default in memory */
  readonly store?: Store
  /** Factories of pairs and of V3's form, whose pools can also be asked for by their tokens. @default all that are known */
  readonly dexes?: readonly DexFactories[]
  /** Contracts whose pools are known by their logs only, such as Uniswap V4's PoolManager. @default all that are known */
  readonly contracts?: readonly PoolContracts[]
  /** Pools whose state is held at most: those touched longest ago go first, those that somebody wanted last. @default 20_000 */
  readonly maxPools?: number
  /** Pools known by name at most. @default 500_000 */
  readonly maxKnown?: number
  /** Whether past logs of the factories are searched; else only new pools and those wanted are found. @default true */
  readonly searchHistory?: boolean
  /** Most blocks in one `eth_getLogs` of the search; providers' own limits are found out. @default 50_000 */
  readonly maxLogRange?: bigint
  /**
   * What a block's logs are read from: `logs` asks for those that pools emit (`eth_getLogs`); `receipts` for all receipts of the
   * block (`eth_getBlockReceipts`), as a watcher of pending transactions does: with one of the same provider pool they are
   * asked for once. Where receipts are not to be had, it asks for logs. @default 'logs'
   */
  readonly logsFrom?: 'logs' | 'receipts'
  /** Every so many blocks some pools are compared with what their contracts say. @default 10n */
  readonly proofInterval?: bigint
  readonly onProgress?: (status: PoolBookStatus) => void
  readonly signal?: AbortSignal
}

/** Every pool of a chain whose arithmetic is known, kept up to date by its logs. */
export type PoolBook = Events<PoolBookEvents> & {
  readonly chain: ChainName
  /** Resolves when the factories' logs have been searched and what was wanted until then has been read. */
  readonly ready: Promise<void>
  /** The latest block taken into account; null before the first. */
  block(): PoolBookBlock | null
  /** Pools at the latest block, for as long as they are needed. */
  snapshot(): PoolSnapshot
  /** As `snapshot().get`, of the latest block. */
  get(id: Hex): PoolState | null
  byTokens(a: Address, b: Address): readonly PoolState[]
  byToken(token: Address): readonly PoolState[]
  /** Why a pool has no state; null where it has one. */
  whyMissing(id: Hex): string | null
  /** Has a pool, or those of two tokens, read as soon as possible and kept longer than others. Unknown pairs are asked of the factories. */
  want(want: PoolWant): void
  status(): PoolBookStatus
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
