import { InvalidCursorError, MethodsMissingError } from '../../errors.ts'
import type { FamilyHistory } from '../familyData.ts'
import type { IndexHit } from '../historyIndex.ts'
import { type HistoryIndex, indexName } from '../historyIndex.ts'
import { inChunks } from '../inChunks.ts'
import { type BitcoinSource, type Found, parallelCalls } from './sources/source.ts'

type Page = { readonly address: string; readonly limit: number; readonly cursor?: string | undefined }
/** Above all block numbers. */
const newest = 2 ** 32
type Place = { readonly block: number; readonly index: number }

/** Form of a cursor. A cursor is a position in the chain, so it stays valid when blocks are added or replaced. */
const cursorForm = /^(\d{1,12})\.(\d{1,7})$/
export const isIndexCursor = (cursor: string): boolean => cursorForm.test(cursor)

/**
 * Returns a page of an address's transactions, newest first, from a local index that covers the address. Transactions that a
 * reorganization has removed since are skipped.
 * @throws {InvalidCursorError}
 */
export async function findIndexed(source: BitcoinSource, index: HistoryIndex, { address, limit, cursor }: Page) {
  const before = cursor === undefined ? null : toPlace(cursor)
  const { hits, held } = findBefore(index, address, before, limit + 1)
  const page = hits.slice(0, limit)
  const last = page.at(-1)
  const isCut = hits.length > limit && last !== undefined
  const read = await inChunks(page, parallelCalls, (hit) => readHit(source, hit))
  const range = { fromBlock: BigInt(held.fromBlock), toBlock: BigInt(held.toBlock) }
  const coverage: FamilyHistory['coverage'] = {
    fromBlock: isCut ? BigInt(last.block) : range.fromBlock,
    toBlock: before === null || before.block > held.toBlock ? range.toBlock : BigInt(before.block),
    complete: true,
    source: indexName,
    index: { ...range, isWholeChain: held.isWholeChain },
  }
  return { found: read.flatMap((one) => one ?? []), nextCursor: isCut ? `${last.block}.${last.index}` : null, coverage }
}

/** Returns up to `wanted` entries before a position. */
function findBefore(index: HistoryIndex, address: string, before: Place | null, wanted: number) {
  const to = BigInt(before?.block ?? newest)
  for (let limit = wanted; ; limit *= 2) {
    const answer = index.find({ address, to, limit })
    if (answer === null) throw new InvalidCursorError()
    const hits = before === null ? answer.hits : answer.hits.filter((hit) => isBefore(hit, before))
    if (hits.length >= wanted || answer.hits.length < limit) return { hits, held: answer.held }
  }
}

const isBefore = (hit: Place, { block, index }: Place) =>
  hit.block < block || (hit.block === block && hit.index < index)

function toPlace(cursor: string): Place {
  const [, block, index] = cursorForm.exec(cursor) ?? []
  if (block === undefined) throw new InvalidCursorError()
  return { block: Number(block), index: Number(index) }
}

/**
 * Reads a transaction from its block, because nodes without a transaction index cannot find it otherwise. Returns
 * null if it is no longer in the chain.
 */
async function readHit(source: BitcoinSource, { block, index, hash }: IndexHit): Promise<Found | null> {
  const txid = hash.slice(2)
  const found = await source.transaction(txid).catch((error: unknown) => {
    if (error instanceof MethodsMissingError) return undefined
    throw error
  })
  if (found !== undefined) return found === null || found.mined === null ? null : found
  const mined = await source.header(BigInt(block))
  const [transaction] = mined === null ? [] : await source.transactions(mined, index, 1)
  return mined !== null && transaction?.txid === txid ? { transaction, mined } : null
}
