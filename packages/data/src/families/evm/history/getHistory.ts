import type { ProviderPool } from '@outrigger/core'
import type { Address } from 'viem'
import type { AsOf } from '../../../asOf.ts'
import { UnknownTransactionError } from '../../../errors.ts'
import type { Held } from '../../historyIndex.ts'
import { type HistoryIndex, indexName } from '../../historyIndex.ts'
import { getBlock } from '../getBlock.ts'
import { type EvmTransaction, getTransaction } from '../getTransaction.ts'
import { isUnsupported } from '../unsupported.ts'
import type { HistorySource, Search, SearchResult } from './historySource.ts'
import { comparePositions, type Position, parseCursor, type Sighting, toCursor } from './position.ts'
import { createIndexSource } from './sources/addressIndex.ts'
import { blockScan } from './sources/blockScan.ts'
import { otterscan } from './sources/otterscan.ts'
import { traceFilter } from './sources/traceFilter.ts'
import { findTransfers, mostLogBlocks } from './sources/transferLogs.ts'

/** The blocks that a history was searched in. */
export type HistoryCoverage = {
  readonly fromBlock: bigint
  readonly toBlock: bigint
  /** Whether the range has no gaps for sent, received, internal and token transfers. */
  readonly complete: boolean
  /** The node method that found the transactions, `address index`, or both. Token transfers are also found in logs. */
  readonly source: string
  /**
   * Kinds of transactions that were not searched. Contains `internal transactions` if the node has neither
   * Otterscan's methods nor traces.
   */
  readonly missing: readonly string[]
  /** Blocks of the local index that cover the address, if it was used. */
  readonly index?: { readonly fromBlock: bigint; readonly toBlock: bigint; readonly isWholeChain: boolean }
}

/** Transactions of an address, newest first. */
export type EvmHistory = {
  readonly family: 'evm'
  readonly chain: string
  readonly address: Address
  readonly transactions: readonly EvmTransaction[]
  /** Cursor of the next page. Null at the beginning of the chain. */
  readonly nextCursor: string | null
  readonly coverage: HistoryCoverage
  /** The head at the time of the search. */
  readonly asOf: AsOf
}

export type GetHistoryOptions = {
  readonly address: Address
  /** Maximum number of transactions per page. @default 100 */
  readonly limit?: number
  /** `nextCursor` of the previous page. */
  readonly cursor?: string
  /**
   * Maximum number of searches per page, each over one range of blocks. A page may be short if the searches find few
   * transactions. @default 10
   */
  readonly maxSearches?: number
  /** A local index (`createAddressIndex`). It is used if it covers the address and the node cannot find internal transactions. */
  readonly index?: HistoryIndex | undefined
}

/** Sources of a history. The first source finds the most, and every node supports the last source. */
const toLadder = (index: HistoryIndex | null): readonly HistorySource[] => [
  ...[otterscan, traceFilter],
  index === null ? blockScan : createIndexSource(index),
]
/** Number of transactions read at the same time. */
const parallel = 50

/**
 * Returns the transactions that an address sent or received, and those that moved its tokens. If the node can find
 * them, it also returns transactions in which a contract called the address. It needs no hosted indexer. It uses the
 * node's `ots_searchTransactionsBefore` or `trace_filter`, otherwise a local index, otherwise the blocks themselves.
 * `coverage` contains the source.
 *
 * @throws {InvalidCursorError}
 * @throws {AllProvidersFailedError}
 * @example
 * const { transactions, nextCursor, coverage } = await getHistory(pool, { address, limit: 25 })
 */
export async function getHistory(pool: ProviderPool, options: GetHistoryOptions): Promise<EvmHistory> {
  const { limit = 100, cursor, maxSearches = 10, index } = options
  const address = options.address.toLowerCase() as Address
  const before = cursor === undefined ? null : parseCursor(cursor)
  const { asOf: head } = await getBlock(pool)
  const toBlock = before === null || before.block > head.block ? head.block : before.block
  const held = index?.held(address) ?? null
  const ladder = toLadder(held === null || index === undefined ? null : index)
  const searched = await searchBack({ pool, address, to: toBlock, limit }, { before, maxSearches, ladder })
  const { found, reached, source, names } = searched
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const isCut = found.length > limit && last !== undefined
  const next: Position | null = isCut ? last : reached === 0n ? null : { block: reached, index: 0 }
  return {
    family: 'evm',
    chain: pool.chain.name,
    address,
    transactions: await readTransactions(pool, page),
    asOf: head,
    nextCursor: next && toCursor(next),
    coverage: {
      fromBlock: isCut ? last.block : reached,
      toBlock,
      complete: source.findsInternal,
      source: names.join(', '),
      missing: source.findsInternal ? [] : ['internal transactions'],
      ...(held !== null && names.includes(indexName) && { index: toRange(held) }),
    },
  }
}

const toRange = ({ fromBlock, toBlock, isWholeChain }: Held) => ({
  fromBlock: BigInt(fromBlock),
  toBlock: BigInt(toBlock),
  isWholeChain,
})

type Walk = {
  readonly before: Position | null
  readonly maxSearches: number
  readonly ladder: readonly HistorySource[]
}

/** Searches ranges back from `to` until the page is full, the chain begins, or the budget is spent. */
async function searchBack(search: Search, { before, maxSearches, ladder }: Walk) {
  const found = new Map<string, Sighting>()
  const names = new Set<string>()
  let source: HistorySource = otterscan
  let reached = search.to + 1n
  for (let searches = 0; searches < maxSearches && found.size <= search.limit && reached > 0n; searches += 1) {
    const one = await searchOnce({ ...search, to: reached - 1n }, searches === 0 ? ladder : [source])
    for (const sighting of one.found)
      if (before === null || comparePositions(before, sighting) < 0) found.set(sighting.hash, sighting)
    source = one.source
    reached = one.reached
    names.add(one.by)
  }
  return { source, reached, names: [...names], found: [...found.values()].sort(comparePositions) }
}

type Searched = Pick<SearchResult, 'found' | 'reached'> & { readonly source: HistorySource; readonly by: string }

/** Searches one range with the first source that the node supports, and adds the token transfers of that range. */
async function searchOnce(
  search: Search,
  [source = blockScan, ...others]: readonly HistorySource[],
): Promise<Searched> {
  const { pool, address, to } = search
  const result = await source.search(search).catch((error: unknown) => {
    if (others.length > 0 && isUnsupported(error)) return null
    throw error
  })
  if (result === null) return searchOnce(search, others)
  const by = result.by ?? source.name
  if (result.hasTransfers) return { ...result, source, by }
  const bound = to < mostLogBlocks ? 0n : to - mostLogBlocks + 1n
  const reached = result.reached > bound ? result.reached : bound
  const transfers = await findTransfers(pool, { address, from: reached, to })
  return { source, by, reached, found: [...result.found.filter(({ block }) => block >= reached), ...transfers] }
}

async function readTransactions(pool: ProviderPool, page: readonly Sighting[]): Promise<readonly EvmTransaction[]> {
  const transactions: EvmTransaction[] = []
  for (let start = 0; start < page.length; start += parallel) {
    const some = page.slice(start, start + parallel)
    transactions.push(...(await Promise.all(some.map(({ hash }) => readOne(pool, hash)))).flatMap((one) => one ?? []))
  }
  return transactions
}

/** Reads a transaction. Returns null if a reorganization has removed it. */
const readOne = (pool: ProviderPool, hash: `0x${string}`) =>
  getTransaction(pool, { hash }).catch((error: unknown) => {
    if (error instanceof UnknownTransactionError) return null
    throw error
  })
