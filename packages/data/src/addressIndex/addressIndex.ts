import { type FamilyPool, OutriggerError, type ProviderPool, type Unwatch } from '@outrigger/core'
import { type PoolClient, toPool } from '@outrigger/core/internal'
import type { HistoryIndex } from '../families/historyIndex.ts'
import type { ChainPool } from '../questions.ts'
import { createEvmChain } from './evmChain.ts'
import { countMissing, fillAbove, fillBelow } from './fill.ts'
import type { IndexedChain } from './indexedChain.ts'
import { openIndexStore } from './indexStore.ts'

/** The chain's family needs no local index, because its nodes return address histories themselves. */
export class NoIndexOfFamilyError extends OutriggerError {
  readonly code = 'NO_INDEX_OF_FAMILY'
}

/** The index file belongs to another chain. Use another file. */
export class IndexOfAnotherChainError extends OutriggerError {
  readonly code = 'INDEX_OF_ANOTHER_CHAIN'
}

export type AddressIndexOptions = {
  /**
   * Pool of an EVM chain (its nodes need only blocks, logs and receipts) or of a chain of the Bitcoin family. Bitcoin nodes
   * must report the outputs that inputs spend: by `getblock` with previous outputs (Core 23 and later) or by `-txindex`.
   */
  readonly pool: ChainPool | PoolClient
  /** SQLite file, one per chain. Several processes may share it. */
  readonly path: string
  /** Called when blocks cannot be read. The next head retries them. @default failures are not reported */
  readonly onFailure?: (error: unknown) => void
}

/** The blocks of one address, or of the whole chain, that are in the index. */
export type IndexedScope = {
  /** The address. Null for the whole chain. */
  readonly address: string | null
  /** The oldest block that was requested. */
  readonly wantedFrom: bigint
  /** Blocks in the index, both ends included. Null before the first block. */
  readonly held: { readonly fromBlock: bigint; readonly toBlock: bigint } | null
  /** Whether all requested blocks are in the index. */
  readonly isComplete: boolean
}

export type IndexBackfill = {
  /** Number of blocks read. */
  readonly added: number
  /** Why it ended early. Null if all requested blocks are in the index. */
  readonly stopped: string | null
}

export type IndexBackfillOptions = {
  /** Maximum number of blocks to read. @default all */
  readonly maxBlocks?: number
  readonly signal?: AbortSignal
  /** Called after each change of the file with the number of blocks read and of blocks left. */
  readonly onProgress?: (progress: { readonly added: number; readonly missing: number }) => void
}

/** Describes an address, or the whole chain, that was removed from an index. */
export type RemovedIndex = Pick<IndexedScope, 'address' | 'held'> & {
  /** Number of removed entries, one for each transaction of each address. */
  readonly entries: number
}

/** A local index of the addresses of a chain's transactions. */
export type AddressIndex = HistoryIndex & {
  /** Name of the chain. */
  readonly chain: string
  /**
   * Adds an address from a block on. Without an address, adds the whole chain. `follow` and `backfill` read its
   * blocks.
   */
  add(wanted: { readonly address?: string; readonly fromBlock: bigint }): Promise<void>
  /**
   * Removes an address. Without an address, removes the whole chain, but keeps addresses that were added separately.
   * Returns null if the address or chain was not added. Removing the last entry empties the index, so the next entry
   * begins at the head.
   */
  remove(unwanted: { readonly address?: string }): Promise<RemovedIndex | null>
  /** Returns the requested blocks and the blocks in the index. */
  status(): readonly IndexedScope[]
  /** Adds each new block from now on, until the returned function or `close` is called or the pool closes. */
  follow(): Unwatch
  /**
   * Reads missing blocks. It first reads up to the head, and then older blocks, newest first.
   * @throws {AllProvidersFailedError} blocks read before the failure are kept
   */
  backfill(options?: IndexBackfillOptions): Promise<IndexBackfill>
  /** Waits for the current change and closes the file. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Creates a local index of addresses in a SQLite file, which `getHistory` uses. On EVM chains, use it for nodes
 * without Otterscan's methods and `trace_filter`. It contains senders, recipients, created contracts, and both sides
 * of ERC-20, ERC-721 and ERC-1155 transfers, but no internal calls. In the Bitcoin family, use it for nodes without
 * Esplora or Blockbook. It contains the addresses that a transaction spends from and pays to. The index verifies that
 * each block is the parent of the next and keeps the hashes of the newest 256 blocks to undo reorganizations. A
 * deeper reorganization empties the index. Each change is one transaction, so a killed process leaves an index
 * without gaps.
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
export async function createAddressIndex({ pool: given, path, onFailure }: AddressIndexOptions): Promise<AddressIndex> {
  const pool = toPool(given)
  const chain = await toIndexedChain(pool)
  const store = await openIndexStore(path)
  if (!(await store.claim(chain.id))) {
    store.close()
    throw new IndexOfAnotherChainError(
      `The index ${path} belongs to another chain than ${pool.chain.name}. Use another file.`,
    )
  }
  const toKey = (address: string) => chain.toKey(chain.toAddress(address))
  const control = new AbortController()
  const inTurn = createTurns()
  let unwatch: Unwatch | undefined
  let isWaiting = false

  /** Starts a fill. Heads that arrive while a fill is waiting share it. */
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
    backfill(options = {}) {
      const signal = options.signal ? AbortSignal.any([options.signal, control.signal]) : control.signal
      return fillMissing({ ...options, signal }, async () => {
        // New heads are added between two batches.
        const above = await inTurn(() => fillAbove(chain, store, signal))
        const below = signal.aborted ? 0 : await inTurn(() => fillBelow(chain, store))
        return { added: above + (below ?? 0), isLast: below === null, missing: countMissing(store.scopes()) }
      })
    },
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  }
}

/** The number of blocks added by one batch, whether it was the last batch, and the blocks still missing. */
type Batch = { readonly added: number; readonly isLast: boolean; readonly missing: number }

/** Fills batches until no block is missing, the budget is used up, or the node does not return the blocks. */
async function fillMissing(
  { maxBlocks = Number.POSITIVE_INFINITY, signal, onProgress }: IndexBackfillOptions,
  fillBatch: () => Promise<Batch>,
): Promise<IndexBackfill> {
  let [added, empty] = [0, 0]
  while (empty < mostEmpty) {
    if (signal?.aborted) return { added, stopped: 'It was interrupted.' }
    if (added >= maxBlocks) return { added, stopped: `The budget of ${maxBlocks} blocks is used up.` }
    const batch = await fillBatch()
    added += batch.added
    onProgress?.({ added, missing: batch.missing })
    if (batch.isLast) return { added, stopped: null }
    empty = batch.added === 0 ? empty + 1 : 0
  }
  return { added, stopped: 'The node does not return the missing blocks.' }
}

/**
 * Returns the blocks in the file of an index. Sends no requests.
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
 * Removes an address from the file of an index. Without an address, removes the whole chain. Sends no requests.
 * Returns null if the address or chain was not added. See {@link AddressIndex.remove}.
 *
 * @param unwanted `address` as `getIndexStatus` returns it
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

async function toIndexedChain(pool: ChainPool): Promise<IndexedChain> {
  if (pool.chain.family === 'evm') return createEvmChain(pool as ProviderPool)
  if (pool.chain.family !== 'bitcoin')
    throw new NoIndexOfFamilyError(
      `${pool.chain.name} needs no address index, because its nodes return the histories of addresses.`,
    )
  return (await import('./bitcoinChain.ts')).createBitcoinChain(pool as FamilyPool)
}

/**
 * Number of rounds without a new block after which `backfill` gives up. A reorganization during a read causes such a
 * round.
 */
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
