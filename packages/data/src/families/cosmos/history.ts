import { InvalidCursorError } from '../../errors.ts'
import type { Decoded } from './decoded.ts'
import type { CosmosSource } from './sources/source.ts'

export type HistoryPage = { readonly found: readonly Decoded[]; readonly nextCursor: string | null }

/** Sorts the newest first, and by hash within a block, because the index of a transaction is not reported. */
const compare = (a: Decoded, b: Decoded): number =>
  a.height === b.height ? (a.hash < b.hash ? -1 : 1) : a.height < b.height ? 1 : -1

/**
 * Returns the transactions that an address signed or received coins in, merged from two searches. The cursor is the last
 * transaction returned, so new blocks do not shift the pages.
 *
 * @throws {InvalidCursorError}
 */
export async function searchHistory(
  source: CosmosSource,
  address: string,
  limit: number,
  cursor?: string,
): Promise<HistoryPage> {
  const after = cursor === undefined ? null : parseCursor(cursor)
  const below = after === null ? '' : ` AND tx.height<=${after.height}`
  // One more than requested, plus the transactions of the cursor's block that were already returned.
  const wanted = limit + 1 + (after === null ? 0 : maxShared)
  const lists = await Promise.all(
    [`message.sender='${address}'`, `transfer.recipient='${address}'`].map((query) =>
      source.search(`${query}${below}`, wanted),
    ),
  )
  const byHash = new Map(lists.flat().map((transaction) => [transaction.hash, transaction]))
  const rest = [...byHash.values()]
    .sort(compare)
    .filter(
      ({ height, hash }) => after === null || height < after.height || (height === after.height && hash > after.hash),
    )
  const found = rest.slice(0, limit)
  const last = found.at(-1)
  return { found, nextCursor: rest.length > limit && last ? `${last.height}.${last.hash}` : null }
}

/** Maximum number of one address's transactions per block. If a block has more, a page may miss some of them. */
const maxShared = 50

function parseCursor(cursor: string): { readonly height: bigint; readonly hash: string } {
  const [, height, hash] = /^(\d{1,15})\.([\dA-F]{64})$/.exec(cursor) ?? []
  if (height === undefined || hash === undefined) throw new InvalidCursorError()
  return { height: BigInt(height), hash }
}
