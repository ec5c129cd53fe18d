import { type FamilyPool, OutriggerError, type ProviderPool, type Unwatch } from '@outrigger/core'
import { createEvmChain } from './evmChain.ts'
import { countMissing, fillAbove, fillBelow } from './fill.ts'
import type { HistoryIndex } from './historyIndex.ts'
import type { IndexedChain } from './indexedChain.ts'
import { openIndexStore } from './indexStore.ts'

/** The chain is of a family whose nodes have histories of their own. */
export class NoIndexOfFamilyError extends OutriggerError {
  readonly code = 'NO_INDEX_OF_FAMILY'
}

/** The file of an index holds another chain. Name another file. */
export class IndexOfAnotherChainError extends OutriggerError {
  readonly code = 'INDEX_OF_ANOTHER_CHAIN'
}

export type AddressIndexOptions = {
  /**
   * Of an EVM chain, whose nodes need no more than blocks, logs and receipts, or of the Bitcoin family: there what inputs
   * spend must be known, by `getblock` with previous outputs (Bitcoin Core 23 and later) or by `-txindex`.
   */
  readonly pool: ProviderPool | FamilyPool
  /** SQLite file, one a chain; several processes may share it. */
  readonly path: string
  /** Blocks that could not be read; they are read with the next head. @default nothing is said */
  readonly onFailure?: (error: unknown) => void
}

/** What the index holds of one address, or of the whole chain. */
export type IndexedScope = {
  /** Null for the whole chain. */
  readonly address: string | null
  /** How far back it is to go. */
  readonly wantedFrom: bigint
  /** Blocks it holds, both ends included; null before the first. */
  readonly held: { readonly fromBlock: bigint; readonly toBlock: bigint } | null
  /** Whether it goes back as far as it is to. */
  readonly isComplete: boolean
}

export type IndexBackfill = {
  /** Blocks that were read. */
  readonly added: number
  /** Why it ended before all was held; null when all is. */
  readonly stopped: string | null
}

export type IndexBackfillOptions = {
  /** Most blocks that are read below what is held. @default all */
  readonly maxBlocks?: number
  readonly signal?: AbortSignal
  /** After each change of the file: blocks read, and blocks still to be read. */
  readonly onProgress?: (progress: { readonly added: number; readonly missing: number }) => void
}

/** What was removed from an index. */
export type RemovedIndex = Pick<IndexedScope, 'address' | 'held'> & {
  /** One for each transaction of each address. */
  readonly entries: number
}

/** A local index of the addresses of a chain's transactions. */
export type AddressIndex = HistoryIndex & {
  /** Name of the chain. */
  readonly chain: string
  /** Adds an address, or without one the whole chain, from a block on. What it lacks is read by `follow` and `backfill`. */
  add(wanted: { readonly address?: string; readonly fromBlock: bigint }): Promise<void>
  /**
   * Removes an address, or without one the whole chain, which leaves the addresses that were added beside it; null where it
   * was not added. What the last takes with it is all there is: the next one begins at the head.
   */
  remove(unwanted: { readonly address?: string }): Promise<RemovedIndex | null>
  /** What is to be held, and what is. */
  status(): readonly IndexedScope[]
  /** Takes in each new block from now on; ends with what it returns, with `close` and with the pool. */
  follow(): Unwatch
  /**
   * Reads what is missing, up to the head and then back, newest first.
   * @throws {AllProvidersFailedError} what was read before is kept
   */
  backfill(options?: IndexBackfillOptions): Promise<IndexBackfill>
  /** Ends once all is written. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * A local index of addresses in a SQLite file, for nodes with neither Otterscan's methods nor `trace_filter`: senders,
 * recipients, created contracts, and both sides of ERC-20, ERC-721 and ERC-1155 transfers (Otterscan and `trace_filter`
 * find internal calls too, which it does not). Of the Bitcoin family, for nodes without Esplora or Blockbook: whose outputs a
 * transaction spends, and whom it pays. `getHistory` uses it. Each block must be the parent of the next: what a
 * reorganisation undoes is taken out by the hashes of the newest 256 blocks, a deeper one empties the index. Each change is
 * written as a whole or not at all, so that a killed process leaves an index without gaps.
 *
 * @throws {StoreUnavailableError} the file cannot be used
 * @throws {IndexOfAnotherChainError}
 * @throws {NoIndexOfFamilyError} Solana, Starknet, Cosmos
 * @example
 * await using index = await createAddressIndex({ pool, path: 'data/ethereum-addresses.db' })
 * await index.add({ address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', fromBlock: 21_000_000n })
 * index.follow()
 * await index.backfill()
 * const { transactions, coverage } = await getHistory(pool, { address, index })
 */
export async function createAddressIndex({ pool, path, onFailure }: AddressIndexOptions): Promise<AddressIndex> {
  const chain = await toIndexedChain(pool)
  const store = await openIndexStore(path)
  if (!(await store.claim(chain.id))) {
    store.close()
    throw new IndexOfAnotherChainError(
      `${path} is an index of another chain than ${pool.chain.name}. Name another file.`,
    )
  }
  const toKey = (address: string) => chain.toKey(chain.toAddress(address))
  const control = new AbortController()
  const inTurn = createTurns()
  let unwatch: Unwatch | undefined
  let isWaiting = false

  /** One look for all heads that come while another is at work. */
  function onHead(): void {
    if (isWaiting) return
    isWaiting = true
    inTurn(() => {
      isWaiting = false
      return fillAbove(chain, store, control.signal)
    }).catch((error: unknown) => void (control.signal.aborted || onFailure?.(error)))
  }

  async function close(): Promise<void> {
    control.abort()
    unwatch?.()
    await inTurn(async () => {})
    store.close()
  }
  let closed: Promise<void> | undefined
  const closeOnce = () => {
    closed ??= close()
    return closed
  }

  return {
    chain: pool.chain.name,
    async add({ address, fromBlock }) {
      if (address === undefined) return store.addScope(null, Number(fromBlock))
      const known = chain.toAddress(address)
      return store.addScope(chain.toKey(known), Number(fromBlock), known)
    },
    remove: async ({ address }) => removeScope(store, address === undefined ? null : toKey(address)),
    status: () => toStatus(store.scopes(), store.high()),
    held: (address) => store.held(toKey(address)),
    find: ({ address, to, limit }) => store.find({ key: toKey(address), to: Number(to), limit }),
    follow() {
      if (unwatch !== undefined) return unwatch
      const stop = chain.watchHeads(onHead)
      unwatch = () => {
        stop()
        unwatch = undefined
      }
      return unwatch
    },
    async backfill({ maxBlocks = Number.POSITIVE_INFINITY, signal, onProgress } = {}) {
      const until = signal ? AbortSignal.any([signal, control.signal]) : control.signal
      let added = 0
      for (let empty = 0; ; ) {
        if (until.aborted) return { added, stopped: 'It was interrupted.' }
        if (added >= maxBlocks) return { added, stopped: `The budget of ${maxBlocks} blocks is used up.` }
        // Heads that come meanwhile have their turn in between.
        const above = await inTurn(() => fillAbove(chain, store, until))
        const below = until.aborted ? 0 : await inTurn(() => fillBelow(chain, store))
        added += above + (below ?? 0)
        onProgress?.({ added, missing: countMissing(store.scopes()) })
        if (below === null) return { added, stopped: null }
        empty = above + below === 0 ? empty + 1 : 0
        if (empty >= mostEmpty) return { added, stopped: 'The node does not give the blocks that are missing.' }
      }
    },
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  }
}

/**
 * What the file of an index holds, without asking a provider.
 *
 * @throws {StoreUnavailableError} the file cannot be used
 * @example
 * for (const { address, held } of await getIndexStatus('data/ethereum-addresses.db')) console.log(address ?? 'all', held)
 */
export async function getIndexStatus(path: string): Promise<readonly IndexedScope[]> {
  const store = await openIndexStore(path)
  try {
    return toStatus(store.scopes(), store.high())
  } finally {
    store.close()
  }
}

/**
 * Removes an address from the file of an index, or without one the whole chain, without asking a provider; null where it
 * was not added. See {@link AddressIndex.remove}.
 *
 * @param unwanted `address` as `getIndexStatus` says it
 * @throws {StoreUnavailableError} the file cannot be used
 * @example
 * const removed = await removeFromIndex('data/ethereum-addresses.db', { address })
 * console.log(removed?.entries)
 */
export async function removeFromIndex(
  path: string,
  { address }: { readonly address?: string },
): Promise<RemovedIndex | null> {
  const store = await openIndexStore(path)
  try {
    const wanted = address?.toLowerCase() ?? null
    const scope = store.scopes().find((one) => (one.address?.toLowerCase() ?? null) === wanted)
    return scope === undefined ? null : await removeScope(store, scope.key)
  } finally {
    store.close()
  }
}

type Store = Awaited<ReturnType<typeof openIndexStore>>

async function removeScope(store: Store, key: Parameters<Store['removeScope']>[0]): Promise<RemovedIndex | null> {
  const removed = await store.removeScope(key)
  if (removed === null) return null
  await store.compact()
  const { address, held, entries } = removed
  const range = held && { fromBlock: BigInt(held.fromBlock), toBlock: BigInt(held.toBlock) }
  return { address, held: range, entries }
}

async function toIndexedChain(pool: ProviderPool | FamilyPool): Promise<IndexedChain> {
  if (pool.chain.family === 'evm') return createEvmChain(pool as ProviderPool)
  if (pool.chain.family !== 'bitcoin')
    throw new NoIndexOfFamilyError(
      `${pool.chain.name} has no index of addresses: its nodes have histories of their own.`,
    )
  return (await import('../families/bitcoin/indexedChain.ts')).createBitcoinChain(pool as FamilyPool)
}

/** Rounds without a block, as a reorganisation during a read makes one. */
const mostEmpty = 5

function createTurns() {
  let working: Promise<unknown> = Promise.resolve()
  return <value>(work: () => Promise<value>): Promise<value> => {
    const result = working.then(work)
    working = result.catch(() => {})
    return result
  }
}

function toStatus(
  scopes: ReturnType<Awaited<ReturnType<typeof openIndexStore>>['scopes']>,
  high: number | null,
): readonly IndexedScope[] {
  return scopes.map(({ address, fromBlock, low }) => ({
    address,
    wantedFrom: BigInt(fromBlock),
    isComplete: low !== null && low <= fromBlock,
    held: low === null || high === null || low > high ? null : { fromBlock: BigInt(low), toBlock: BigInt(high) },
  }))
}
