import type { ChainName, Store } from '@outrigger/core'
import { type BlockRange, joinRanges } from '../../follow/ranges.ts'
import type { Anchor } from '../../follow/resumeSearch.ts'
import type { KnownPool } from './knownPool.ts'
import type { PoolSource } from './poolSource.ts'

type ArchivedPools = {
  readonly anchor: Anchor | undefined
  /** Searched blocks, ascending. */
  readonly ranges: readonly BlockRange[]
  readonly pools: readonly KnownPool[]
}

/** Stores the results of searching one factory's logs. */
export type PoolArchive = {
  readonly nothing: ArchivedPools
  load(): Promise<ArchivedPools>
  setAnchor(anchor: Anchor): Promise<unknown>
  /** Adds a searched range and its pools in one atomic write. */
  add(range: BlockRange, pools: readonly KnownPool[]): Promise<unknown>
  replace(archived: ArchivedPools): Promise<void>
}

/** A range of blocks. The document's key is its first block. */
type RangeDocument = { readonly to: number; readonly pools: readonly KnownPool[] }

const nothing: ArchivedPools = { anchor: undefined, ranges: [], pools: [] }

/** Creates an archive in the store's collection `pools:<chain>:<dex>:<factory>`, with one document per range. */
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

/** Stores searched ranges in memory. The pools are not stored because the book has them. */
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

/** Padded, so that text order equals numeric order. */
const toKey = (block: bigint): string => String(block).padStart(12, '0')
