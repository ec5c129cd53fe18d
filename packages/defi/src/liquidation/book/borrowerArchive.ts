import type { ChainName, Store } from '@outrigger/core'
import type { StoreEntry } from '@outrigger/core/internal'
import { getOrCreate } from '@outrigger/core/internal'
import type { Address } from 'viem'
import { type BlockRange, joinRanges } from '../../follow/ranges.ts'
import type { Anchor } from '../../follow/resumeSearch.ts'
import type { Market } from '../../market/market.ts'

/** Accounts by market; `*` for those of every market of a deployment. */
export type Borrowers = ReadonlyMap<Market['id'] | '*', ReadonlySet<Address>>

/** One deployment of a protocol on one chain. */
export type BookKey = { readonly chain: ChainName; readonly protocol: string; readonly deployment: Address }

export type Archived = {
  readonly anchor: Anchor | undefined
  /** Blocks searched, ascending. */
  readonly ranges: readonly BlockRange[]
  readonly borrowers: Borrowers
}

export type BorrowerArchive = {
  readonly nothing: Archived
  load(): Promise<Archived>
  /** A lower one than there is changes nothing. */
  setAnchor(anchor: Anchor): Promise<unknown>
  /** The range searched and the borrowers it added: both are kept or neither is, beside what other processes keep meanwhile. */
  add(range: BlockRange, borrowers: Borrowers): Promise<unknown>
  /** Puts many documents together, the archive being whole at every moment. */
  compact(): Promise<void>
  /** What is left of it if it breaks off is true, but incomplete. */
  replace(archived: Archived): Promise<void>
}

/** Blocks from the one in the document's key on. */
type RangeDocument = { readonly to: number; readonly borrowers: { readonly [market: string]: readonly Address[] } }

const maxDocuments = 64

/**
 * Keeps the borrowers that a search has found, in the store's collection `book:<chain>:<protocol>:<deployment>`. Several
 * processes may search at once: each leaves out those it has kept already, so no document may put another out of place.
 */
export function createBorrowerArchive(store: Store, { chain, protocol, deployment }: BookKey): BorrowerArchive {
  const name = `${chain}:${protocol}:${deployment}`
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

  /** Whom a document names besides its own blocks' borrowers does no harm, so the first may name them all. */
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
      // It is of those who were there before.
      await proofs.delete(name)
      for (const { key } of await documents.list()) await documents.delete(key)
      if (anchor === undefined) await anchors.delete(name)
      else await anchors.set(name, anchor)
      await write(ranges, borrowers)
    },
  }
}

export function countBorrowers(borrowers: Borrowers): number {
  return [...borrowers.values()].reduce((sum, { size }) => sum + size, 0)
}

/** Ascending as text is ascending as number. */
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
