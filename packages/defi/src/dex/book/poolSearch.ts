import type { ChainName, ProviderPool, Store } from '@outrigger/core'
import { readCheckedLogs } from '../../follow/checkedLogs.ts'
import { lesser } from '../../follow/ranges.ts'
import { resumeSearch } from '../../follow/resumeSearch.ts'
import { searchRanges, toRangeBlocks } from '../../follow/searchRanges.ts'
import type { PoolLog } from '../poolKind.ts'
import { toPoolLog } from './headLogs.ts'
import type { KnownPool } from './knownPool.ts'
import { createPoolArchive, createRangeMemory, type PoolArchive } from './poolArchive.ts'
import type { PoolSource } from './poolSource.ts'

/** A pool and the block that created it. The block is null if it is final. */
export type FoundPool = { readonly pool: KnownPool; readonly blockNumber: bigint | null }

type PoolSearchOptions = {
  readonly pool: ProviderPool
  readonly store: Store | undefined
  readonly chain: ChainName
  readonly sources: readonly PoolSource[]
  readonly maxLogRange: bigint
  readonly signal: AbortSignal
  readonly onFound: (found: readonly FoundPool[]) => void
  readonly onChange: () => void
}

/** Searches the logs of all factories, one factory after another. */
export type PoolSearch = {
  /** Share of the factories' blocks that are searched, 0-1. */
  readonly progress: number
  readonly isDone: boolean
  readonly trouble: string | null
  /** Searches all unsearched blocks up to `to`, and cancels a search in progress. */
  start(to: bigint): void
  readonly ended: Promise<void>
}

export function createPoolSearch(options: PoolSearchOptions): PoolSearch {
  const { store, chain, sources, signal, onFound, onChange } = options
  const archives = new Map(
    sources.map((source) => [source, store ? createPoolArchive(store, chain, source) : createRangeMemory()]),
  )
  const shares = new Map<PoolSource, number>()
  let canceller = new AbortController()
  let ended = Promise.resolve()
  let isDone = false
  let trouble: string | null = null

  async function run(to: bigint, under: AbortSignal): Promise<void> {
    for (const [source, archive] of archives) {
      await searchSource({
        ...options,
        source,
        archive,
        to,
        signal: under,
        onFound: (found) => !under.aborted && onFound(found),
        onProgress(share) {
          shares.set(source, share)
          onChange()
        },
        onTrouble(reason) {
          const isNews = trouble !== reason
          trouble = reason
          if (isNews) onChange()
        },
      })
      shares.set(source, 1)
    }
    isDone = true
    onChange()
  }

  return {
    get progress() {
      const all = [...archives.keys()].map((source) => shares.get(source) ?? 0)
      return isDone || all.length === 0 ? 1 : all.reduce((sum, share) => sum + share, 0) / all.length
    },
    get isDone() {
      return isDone
    },
    get trouble() {
      return trouble
    },
    start(to) {
      canceller.abort()
      canceller = new AbortController()
      const under = AbortSignal.any([signal, canceller.signal])
      isDone = false
      ended = ended.then(() => run(to, under)).catch(() => {})
    },
    get ended() {
      return ended
    },
  }
}

type SourceSearchOptions = Omit<PoolSearchOptions, 'onChange'> & {
  readonly source: PoolSource
  readonly archive: PoolArchive
  readonly to: bigint
  readonly onProgress: (share: number) => void
  readonly onTrouble: (reason: string | null) => void
}

async function searchSource(options: SourceSearchOptions): Promise<void> {
  const { pool, archive, source, to, signal, onFound } = options
  const { emitters, topics, fromBlock, toPool } = source
  // A first block beyond the head belongs to another chain.
  const whole = { from: fromBlock > to ? 0n : fromBlock, to }
  await searchRanges({
    ...options,
    maxRange: options.maxLogRange,
    async begin() {
      const { ranges, pools, keepTo } = await resumeSearch(pool, archive, whole, signal)
      onFound(pools.map((known) => ({ pool: known, blockNumber: null })))
      return {
        whole,
        searched: ranges,
        async searchRange(range) {
          const logs = await readCheckedLogs(
            pool,
            {
              filter: { address: emitters, topics: [topics] },
              ...toRangeBlocks(range),
              decode: (log) =>
                toPool(toPoolLog(log), []) && [{ log: toPoolLog(log), blockNumber: BigInt(log.blockNumber ?? 0) }],
            },
            { signal },
          )
          const found = toFound(source, logs)
          const settled = found.filter(({ blockNumber }) => blockNumber <= keepTo).map((one) => one.pool)
          if (range.from <= keepTo) await archive.add({ from: range.from, to: lesser(range.to, keepTo) }, settled)
          onFound(found.map((one) => (one.blockNumber <= keepTo ? { ...one, blockNumber: null } : one)))
          return logs.length
        },
      }
    },
  })
}

/** Returns the pools that logs of a source report, with the block that created each. */
function toFound(
  { toPool }: PoolSource,
  logs: readonly { readonly log: PoolLog; readonly blockNumber: bigint }[],
): readonly { readonly pool: KnownPool; readonly blockNumber: bigint }[] {
  const blocks = new Map<bigint, PoolLog[]>()
  for (const { log, blockNumber } of logs) {
    const block = blocks.get(blockNumber)
    if (block) block.push(log)
    else blocks.set(blockNumber, [log])
  }
  return [...blocks].flatMap(([blockNumber, block]) =>
    block.flatMap((log) => {
      const pool = toPool(log, block)
      return pool === null || pool === 'none' ? [] : [{ pool, blockNumber }]
    }),
  )
}
