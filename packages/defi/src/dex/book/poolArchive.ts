import type { ChainName, Store } from '@outrigger/core'
import { type BlockRange, joinRanges } from '../../follow/ranges.ts'
import type { Anchor } from '../../follow/resumeSearch.ts'
import type { KnownPool } from './knownPool.ts'
import type { PoolSource } from './poolSource.ts'

export type ArchivedPools = {
  readonly anchor: Anchor | undefined
  /** Blocks searched, ascending. */
  readonly ranges: readonly BlockRange[]
  readonly pools: readonly KnownPool[]
}

/** What the search of one factory's logs has found. */
export type PoolArchive = {
  readonly nothing: ArchivedPools
  load(): Promise<ArchivedPools>
  setAnchor(anchor: Anchor): Promise<unknown>
  /** What was searched and what was found: both are kept or neither is. */
  add(range: BlockRange, pools: readonly KnownPool[]): Promise<unknown>
  replace(archived: ArchivedPools): Promise<void>
}

/** Blocks from the one in the document's key on. */
type RangeDocument = { readonly to: number; readonly pools: readonly KnownPool[] }

const nothing: ArchivedPools = { anchor: undefined, ranges: [], pools: [] }

/** Keeps what a search finds in the store's collection `pools:<chain>:<dex>:<factory>`, range by range. */
export function createPoolArchive(
  store: Store,
  chain: ChainName,
  { dex, address }: Pick<PoolSource, 'dex' | 'address'>,
): PoolArchive {
  const name = `${chain}:${dex}:${address}`
  const documents = store.collection<RangeDocument>(`pools:${name}`)
  const anchors = store.collection<Anchor>('pools:anchors')
  return {
    nothing,
    async load() {
      const found = await documents.list()
      return {
        anchor: await anchors.get(name),
        ranges: joinRanges(found.map(({ key, value }) => ({ from: BigInt(key), to: BigInt(value.to) }))),
        pools: found.flatMap(({ value }) => value.pools),
      }
    },
    setAnchor: (anchor) => anchors.update(name, (kept) => (kept && kept.number > anchor.number ? kept : anchor)),
    add: ({ from, to }, pools) =>
      documents.update(toKey(from), (kept) => {
        const known = new Set(kept?.pools.map(({ id }) => id))
        return {
          to: Math.max(Number(to), kept?.to ?? 0),
          pools: [...(kept?.pools ?? []), ...pools.filter(({ id }) => !known.has(id))],
        }
      }),
    async replace({ anchor, ranges, pools }) {
      for (const { key } of await documents.list()) await documents.delete(key)
      if (anchor === undefined) await anchors.delete(name)
      else await anchors.set(name, anchor)
      for (const [index, { from, to }] of ranges.entries())
        await documents.set(toKey(from), { to: Number(to), pools: index === 0 ? pools : [] })
    },
  }
}

/** Remembers what has been searched only: what was found is in the book. */
export function createRangeMemory(): PoolArchive {
  let archived = nothing
  return {
    nothing,
    load: async () => archived,
    async setAnchor(anchor) {
      archived = { ...archived, anchor }
    },
    async add(range) {
      archived = { ...archived, ranges: joinRanges([...archived.ranges, range]) }
    },
    async replace(other) {
      archived = other
    },
  }
}

/** Ascending as text is ascending as number. */
const toKey = (block: bigint): string => String(block).padStart(12, '0')
