import type { DexFactories, PoolContracts } from '@outrigger/calldata'
import type { ChainName, Events, Store } from '@outrigger/core'
import type { PoolOption } from '@outrigger/core/internal'
import type { Address, Hex } from 'viem'
import type { PoolState } from '../poolState.ts'

/** A block by number and hash. */
export type PoolBookBlock = {
  readonly number: bigint
  readonly hash: Hex
  /** Unix seconds. */
  readonly timestamp: bigint
}

/** A block was processed. Emitted again when more pools were read at it. */
export type PoolBookUpdate = PoolBookBlock & {
  /** Ids of pools with a new state, from the block's logs or read at it. */
  readonly touched: readonly Hex[]
  /** All pools at this block. */
  readonly snapshot: PoolSnapshot
}

/** Pools at one block. It never changes, even when the book advances. */
export type PoolSnapshot = {
  /** Null before the first block. */
  readonly block: PoolBookBlock | null
  /** Number of pools with a state. */
  readonly size: number
  /**
   * Returns a pool, or null if it has no state at that block; `book.whyMissing` reports why. Ids and addresses are
   * lower case.
   */
  get(id: Hex): PoolState | null
  /** Returns the pools that trade two tokens. */
  byTokens(a: Address, b: Address): readonly PoolState[]
  /** Returns the pools that trade a token. */
  byToken(token: Address): readonly PoolState[]
  /**
   * Returns pools of a token from which one more pool leads to another token. Limited to a few if there are thousands.
   */
  bridges(from: Address, to: Address): readonly PoolState[]
  /** Returns the tokens that a token trades against, for searches of cycles. */
  neighbours(token: Address): readonly Address[]
  /** All pools, in no particular order. */
  values(): IterableIterator<PoolState>
  /**
   * Returns pools whose state differs from an earlier snapshot of the same book. Pools without a state now are null.
   */
  changesSince(before: PoolSnapshot): ReadonlyMap<Hex, PoolState | null>
}

/** A pool by its id, or all pools of two tokens. */
export type PoolRequest = { readonly id: Hex } | { readonly tokens: readonly [Address, Address] }

export type PoolBookStatus = {
  /** `building` until the factories' logs are searched and requested pools are read, then `ready`. */
  readonly state: 'building' | 'ready'
  /** Share of blocks searched for pools, 0-1. */
  readonly progress: number
  /** Number of known pools. */
  readonly known: number
  /** Number of pools with a state. */
  readonly loaded: number
  /** Number of pools whose state is still to be read. */
  readonly waiting: number
  /** Evicted since the start because of `maxPools` (states) and `maxKnown` (names). */
  readonly evicted: { readonly states: number; readonly names: number }
  /** Pools compared with their contracts since the start, and pools that differed and were repaired. */
  readonly proof: { readonly compared: number; readonly repaired: number; readonly blockNumber: bigint | null }
  /** Why blocks cannot be processed or ranges cannot be searched at the moment. Null if they can. */
  readonly reason: string | null
}

export type PoolBookEvents = {
  readonly block: PoolBookUpdate
  readonly status: PoolBookStatus
}

/** Settings of a pool book. Only `pool` is required. */
export type PoolBookOptions = {
  readonly pool: PoolOption
  /** Stores which pools exist and which were kept, so that a restart continues from there. @default in memory */
  readonly store?: Store
  /** Factories of V2 and V3 pools, which can also be queried by tokens. @default all known factories */
  readonly dexes?: readonly DexFactories[]
  /**
   * Contracts whose pools are only found by logs or lists, such as Uniswap V4's PoolManager. @default all known
   * contracts
   */
  readonly contracts?: readonly PoolContracts[]
  /**
   * Largest number of pools with a state. Pools touched longest ago are evicted first, requested pools last. @default
   * 20_000
   */
  readonly maxPools?: number
  /** Largest number of known pools. @default 500_000 */
  readonly maxKnown?: number
  /** Whether past logs of the factories are searched. If not, only new and requested pools are found. @default true */
  readonly searchHistory?: boolean
  /**
   * Largest number of blocks in one `eth_getLogs` of the search. Lower limits of providers are detected. @default
   * 50_000
   */
  readonly maxLogRange?: bigint
  /**
   * How a block's logs are read: `logs` requests the pools' events (`eth_getLogs`), `receipts` requests all receipts of
   * the block (`eth_getBlockReceipts`). A watcher of pending transactions on the same provider pool shares the
   * requested receipts. Falls back to `logs` if receipts are unavailable. @default 'logs'
   */
  readonly logsFrom?: 'logs' | 'receipts'
  /** Number of blocks between comparisons of some pools with their contracts. @default 10n */
  readonly proofInterval?: bigint
  readonly onProgress?: (status: PoolBookStatus) => void
  readonly signal?: AbortSignal
}

/** Every pool of a chain with exact arithmetic, kept up to date by logs. */
export type PoolBook = Events<PoolBookEvents> & {
  readonly chain: ChainName
  /** Resolves when the factories' logs are searched and all pools requested so far are read. */
  readonly ready: Promise<void>
  /** Returns the latest processed block, or null before the first. */
  block(): PoolBookBlock | null
  /** Returns the pools at the latest block. The snapshot stays valid as long as it is referenced. */
  snapshot(): PoolSnapshot
  /** Like `snapshot().get`. */
  get(id: Hex): PoolState | null
  byTokens(a: Address, b: Address): readonly PoolState[]
  byToken(token: Address): readonly PoolState[]
  /** Returns why a pool has no state, or null if it has one. */
  whyMissing(id: Hex): string | null
  /**
   * Requests a pool, or all pools of two tokens. They are read as soon as possible and kept longer than others.
   * Factories are queried for unknown pairs.
   */
  request(request: PoolRequest): void
  status(): PoolBookStatus
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
