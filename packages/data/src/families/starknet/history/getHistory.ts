import type { FamilyPool } from '@outrigger/core'
import type { Hex } from 'viem'
import { InvalidCursorError, UnknownTransactionError } from '../../../errors.ts'
import type { FamilyHistory } from '../../familyData.ts'
import type { HistoryPage } from '../../familyReader.ts'
import { inChunks } from '../../inChunks.ts'
import { readEvents } from '../getLogs.ts'
import { getTransaction, type StarknetTransaction } from '../getTransaction.ts'
import { parseAddress } from '../parameters.ts'
import { readBlock, toAsOf } from '../readBlock.ts'
import type { RpcEmittedEvent } from '../rpcTypes.ts'
import { transferKey } from '../transaction/toTransfers.ts'

/** Blocks of the first search. If a search finds few transactions, the next range is twice as long. */
const firstSpan = 1_000n
const mostSearches = 12
/** Maximum number of events for each of the three queries of a search. */
const mostEvents = 5_000
const parallel = 10

/**
 * Returns transactions in which an address appears, newest first. It finds transactions in which the address's
 * contract emitted an event, as most accounts do for every transaction. It also finds token transfers with the
 * address in the keys. Transactions without such an event are missing, because Starknet nodes have no index by
 * sender. So `coverage` is never complete.
 *
 * @throws {InvalidAddressError} @throws {InvalidCursorError} @throws {AllProvidersFailedError}
 */
export async function getHistory(
  pool: FamilyPool,
  { limit, cursor, ...question }: HistoryPage,
): Promise<FamilyHistory<'starknet', StarknetTransaction>> {
  const address = parseAddress(question.address)
  const before = cursor === undefined ? null : parseCursor(cursor)
  const { body: head, provider } = await readBlock(pool, 'latest')
  const toBlock = before !== null && before.block < head.number ? before.block : head.number
  const { found, reached } = await searchBack(pool, { address, toBlock, before, limit })
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const isCut = found.length > limit && last !== undefined
  const next = isCut ? last : reached > 0n ? { block: reached, index: 0 } : null
  const transactions = await inChunks(page, parallel, ({ hash }) => readOne(pool, hash))
  return {
    family: 'starknet',
    chain: pool.chain.name,
    address,
    asOf: toAsOf(head, provider),
    transactions: transactions.flatMap((one) => one ?? []),
    nextCursor: next && toCursor(next),
    coverage: {
      fromBlock: isCut ? last.block : reached,
      toBlock,
      complete: false,
      source: 'starknet_getEvents: events of the contract, and transfers with the address among their keys',
    },
  }
}

/** A transaction and its position. Nodes before JSON-RPC 0.9 do not report the index. */
type Sighting = { readonly hash: string; readonly block: bigint; readonly index: number | null }
type Position = { readonly block: bigint; readonly index: number }

/** Sorts the newer one first. */
const compare = (one: Omit<Sighting, 'hash'>, other: Omit<Sighting, 'hash'>): number =>
  one.block === other.block ? (other.index ?? 0) - (one.index ?? 0) : one.block < other.block ? 1 : -1

type Search = {
  readonly address: Hex
  readonly toBlock: bigint
  readonly before: Position | null
  readonly limit: number
}

/** Searches ranges back from the head until the page is full or the budget is spent. */
async function searchBack(pool: FamilyPool, { address, toBlock, before, limit }: Search) {
  const found = new Map<string, Sighting>()
  let reached = toBlock + 1n
  let span = firstSpan
  for (let searches = 0; searches < mostSearches && found.size <= limit && reached > 0n; searches += 1) {
    const fromBlock = reached > span ? reached - span : 0n
    const sightings = await searchRange(pool, address, fromBlock, reached - 1n)
    if (sightings === null && span > 1n) {
      span = span / 8n || 1n
      continue
    }
    for (const sighting of sightings ?? []) found.set(sighting.hash, sighting)
    reached = fromBlock
    span *= 2n
  }
  const ordered = await withIndexes(pool, [...found.values()].sort(compare), limit)
  return { reached, found: ordered.filter((one) => before === null || compare(before, one) < 0).sort(compare) }
}

/** Adds missing indexes from the blocks, for about one page of transactions. */
async function withIndexes(pool: FamilyPool, found: readonly Sighting[], limit: number): Promise<readonly Sighting[]> {
  const oldest = found[Math.min(limit + parallel, found.length - 1)]?.block ?? 0n
  const blocks = [...new Set(found.flatMap(({ block, index }) => (index === null && block >= oldest ? [block] : [])))]
  const orders = await inChunks(blocks, parallel, async (block) => {
    const { body } = await readBlock(pool, { block_number: Number(block) })
    return [block, body.transactionHashes as readonly string[]] as const
  })
  const known = new Map(orders)
  return found.map((one) => ({ ...one, index: one.index ?? known.get(one.block)?.indexOf(one.hash) ?? null }))
}

/** Returns null if the range has more events than one search reads. */
async function searchRange(pool: FamilyPool, address: Hex, fromBlock: bigint, toBlock: bigint) {
  const range = { fromBlock, toBlock }
  const answers = await Promise.all([
    readEvents(pool, { ...range, address }, mostEvents),
    readEvents(pool, { ...range, keys: [[transferKey], [address]] }, mostEvents),
    readEvents(pool, { ...range, keys: [[transferKey], null, [address]] }, mostEvents),
  ])
  if (answers.some(({ isCut }) => isCut) && fromBlock < toBlock) return null
  return answers.flatMap(({ events }) => events.map(toSighting))
}

const toSighting = ({ transaction_hash, block_number, transaction_index }: RpcEmittedEvent): Sighting => ({
  hash: transaction_hash,
  block: BigInt(block_number ?? 0),
  index: transaction_index ?? null,
})

const toCursor = ({ block, index }: Omit<Sighting, 'hash'>): string => `${block}.${index ?? 0}`

function parseCursor(cursor: string): Position {
  const [, block, index] = /^(\d{1,15})\.(\d{1,9})$/.exec(cursor) ?? []
  if (block === undefined) throw new InvalidCursorError()
  return { block: BigInt(block), index: Number(index) }
}

/** Reads a transaction. Returns null if a reorganization has removed it. */
const readOne = (pool: FamilyPool, hash: string): Promise<StarknetTransaction | null> =>
  getTransaction(pool, { hash }).catch((error: unknown) => {
    if (error instanceof UnknownTransactionError) return null
    throw error
  })
