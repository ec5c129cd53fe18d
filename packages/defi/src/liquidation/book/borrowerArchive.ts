import type { ChainName, Store } from '@outrigger/core'
import type { StoreEntry } from '@outrigger/core/internal'
import { getOrCreate } from '@outrigger/core/internal'
import type { Address } from 'viem'
import { type BlockRange, joinRanges } from '../../follow/ranges.ts'
import type { Anchor } from '../../follow/resumeSearch.ts'
import type { Market } from '../../lending/market.ts'

/** Accounts by market. Accounts under `*` belong to every market of a deployment. */
export type Borrowers = ReadonlyMap<Market['id'] | '*', ReadonlySet<Address>>

/** Identifies a deployment of a protocol on a chain. */
export type BookKey = { readonly chain: ChainName; readonly protocol: string; readonly deployment: Address }

export type Archived = {
  readonly anchor: Anchor | undefined
  /** Searched blocks, ascending. */
  readonly ranges: readonly BlockRange[]
  readonly borrowers: Borrowers
}

export type BorrowerArchive = {
  readonly nothing: Archived
  load(): Promise<Archived>
  /** Keeps the stored anchor if it is higher. */
  setAnchor(anchor: Anchor): Promise<unknown>
  /** Stores a searched range and the borrowers it added, atomically. Other processes may add at the same time. */
  add(range: BlockRange, borrowers: Borrowers): Promise<unknown>
  /** Merges documents. The archive stays complete at every moment. */
  compact(): Promise<void>
  /** Replaces the archive. If it is interrupted, the archive is correct but incomplete. */
  replace(archived: Archived): Promise<void>
}

/** A searched range. The document's key is its first block. */
type RangeDocument = { readonly to: number; readonly borrowers: { readonly [market: string]: readonly Address[] } }

const maxDocuments = 64

/**
 * Stores the borrowers that a search finds, in the store's collection `book:<chain>:<protocol>:<deployment>`. Several
 * processes may search at once. Each omits borrowers that it has already stored, so no document may replace another.
 */
export function createBorrowerArchive(store: Store, book: BookKey): BorrowerArchive {
  const name = toBookName(book)
  const documents = store.collection<RangeDocument>(`book:${name}`)
  const anchors = store.collection<Anchor>('book:anchors')
  const proofs = store.collection<object>('book:proofs')

  async function load(): Promise<Archived & { readonly found: readonly StoreEntry<RangeDocument>[] }> {
    const found = await documents.list()
    return {
      found,
      anchor: await anchors.get(name),
      ranges: joinRanges(found.map(({ key, value }) => ({ from: BigInt(key), to: BigInt(value.to) }))),
      borrowers: joinBorrowers(found.map(({ value }) => toGroups(value))),
    }
  }

  const add = ({ from, to }: BlockRange, borrowers: Borrowers) =>
    documents.update(toKey(from), (kept) => {
      const all = kept === undefined ? borrowers : joinBorrowers([toGroups(kept), [...borrowers]])
      return {
        to: Math.max(Number(to), kept?.to ?? 0),
        borrowers: Object.fromEntries([...all].map(([market, accounts]) => [market, [...accounts]])),
      }
    })

  /** Writes all borrowers to the first document. A document may contain borrowers of other blocks. */
  async function write(ranges: readonly BlockRange[], borrowers: Borrowers): Promise<void> {
    for (const [index, range] of ranges.entries()) await add(range, index === 0 ? borrowers : new Map())
  }

  return {
    nothing: { anchor: undefined, ranges: [], borrowers: new Map() },
    load,
    add,
    setAnchor: (anchor) => anchors.update(name, (kept) => (kept && kept.number > anchor.number ? kept : anchor)),
    async compact() {
      const { ranges, borrowers, found } = await load()
      if (found.length <= maxDocuments) return
      await write(ranges, borrowers)
      const kept = new Set(ranges.map(({ from }) => toKey(from)))
      for (const { key, value } of found.filter((one) => !kept.has(one.key)))
        await documents.update(key, (now) => (JSON.stringify(now) === JSON.stringify(value) ? undefined : now))
    },
    async replace({ anchor, ranges, borrowers }) {
      // The proof belongs to the previous borrowers.
      await proofs.delete(name)
      for (const { key } of await documents.list()) await documents.delete(key)
      if (anchor === undefined) await anchors.delete(name)
      else await anchors.set(name, anchor)
      await write(ranges, borrowers)
    },
  }
}

export const toBookName = ({ chain, protocol, deployment }: BookKey): string => `${chain}:${protocol}:${deployment}`

export function countBorrowers(borrowers: Borrowers): number {
  return [...borrowers.values()].reduce((sum, { size }) => sum + size, 0)
}

/** Pads the number so that keys sort like numbers. */
const toKey = (block: bigint): string => String(block).padStart(12, '0')

type Group = readonly [market: Market['id'] | '*', accounts: Iterable<Address>]

const toGroups = ({ borrowers }: RangeDocument) => Object.entries(borrowers) as unknown as readonly Group[]

function joinBorrowers(parts: readonly (readonly Group[])[]): Borrowers {
  const joined = new Map<Market['id'] | '*', Set<Address>>()
  for (const [market, accounts] of parts.flat()) {
    const known = getOrCreate(joined, market, () => new Set())
    for (const account of accounts) known.add(account)
  }
  return joined
}
