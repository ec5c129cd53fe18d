import { type ChainLog, getOrCreate, type LogFilter, type ProviderPool, RpcAnswerError, sleep } from '@outrigger/core'
import { type Address, type Hex, isHex, numberToHex } from 'viem'
import type { Touch } from '../../lending/protocol.ts'
import type { Market } from '../../market/market.ts'
import type { Anchor, Archived, BorrowerArchive } from './borrowerArchive.ts'
import { readCheckedLogs, UnrelatedLogsError } from './checkedLogs.ts'
import { type BlockRange, countBlocks, greater, lesser, subtractRanges } from './ranges.ts'

const parallel = 4
const firstRange = 2_000n
/** A range is made larger while its answer is quick and short. */
const fewLogs = 2_000
const quickMs = 1_000
/** Requests that the pool may make of one range where providers limit them: what a crash may cost. */
const maxPieces = 16n
/** Younger blocks may be replaced: they are searched, and searched again after a restart. */
const settledBlocks = 128n
const retryMs = { min: 100, max: 5_000 }
/** Ranges that must succeed after larger ones were refused, before a larger one is tried again. */
const maxCaution = 16

export type BorrowerSearchOptions = {
  readonly pool: Pick<ProviderPool, 'send' | 'report'>
  readonly archive: BorrowerArchive
  readonly filter: LogFilter
  readonly toTouch: (log: ChainLog) => Touch
  /** The block of the deployment. One beyond `to` is of another chain, and means 0. */
  readonly fromBlock: bigint
  /** A head. */
  readonly to: bigint
  /** Most blocks of one range. */
  readonly maxRange: bigint
  readonly signal: AbortSignal
  /** May be told of an account several times. */
  readonly onFound: (market: Market['id'] | undefined, accounts: readonly Address[]) => void
  /** Share of the blocks searched, 0-1; after each range. */
  readonly onProgress: (progress: number) => void
  /** Why ranges fail at present; null when one succeeds again. */
  readonly onTrouble: (reason: string | null) => void
}

/**
 * Finds everybody who has ever borrowed. Goes on where an earlier search of the same archive was broken off, and keeps
 * what it finds range by range. Retries until all is searched.
 *
 * @throws only when its signal aborts
 */
export async function searchBorrowers(options: BorrowerSearchOptions): Promise<void> {
  const { pool, archive, filter, toTouch, to, signal, onFound, onProgress, onTrouble } = options
  const whole: BlockRange = { from: options.fromBlock > to ? 0n : options.fromBlock, to }
  let failures = 0

  /** Whatever fails is tried again, later each time. */
  async function untilDone<result>(step: () => Promise<result>): Promise<result> {
    for (;;) {
      try {
        return await step()
      } catch (error) {
        await backOff(error)
      }
    }
  }

  async function backOff(error: unknown): Promise<void> {
    signal.throwIfAborted()
    failures += 1
    if (failures > parallel) onTrouble((error as Error).message)
    await sleep(Math.min(retryMs.max, retryMs.min * 2 ** Math.min(failures - 1, 8)), signal)
    signal.throwIfAborted()
  }

  async function getHash(number: bigint): Promise<Hex | null> {
    const request = { method: 'eth_getBlockByNumber', params: [numberToHex(number), false] }
    const { result } = await pool.send<{ readonly hash: Hex } | null>(request, { signal, fresh: true })
    return result?.hash ?? null
  }

  /** What the archive has of this chain, and up to which block it may be added to. */
  async function resume(): Promise<Archived & { readonly keepTo: bigint }> {
    let archived: Archived = await archive.load()
    const { anchor } = archived
    const hash = anchor && (await getHash(BigInt(anchor.number)))
    if (anchor !== undefined && hash === null) {
      // Nothing says which chain that was. What took days to find is not given up for it.
      if (anchor.number <= to) throw toMissingBlock(anchor.number)
      return { ...nothing, keepTo: -1n }
    }
    if (anchor === undefined || hash !== anchor.hash) {
      // A local chain that was started anew, say.
      archived = nothing
      await archive.replace(nothing)
    }
    const kept = archived.anchor === undefined ? -1n : BigInt(archived.anchor.number)
    const settled = to - settledBlocks
    if (settled <= kept || settled < whole.from) return { ...archived, keepTo: kept }
    const next = { number: Number(settled), hash: await getHash(settled) }
    if (next.hash === null) throw toMissingBlock(settled)
    await archive.setAnchor(next as Anchor)
    return { ...archived, keepTo: settled }
  }

  const { ranges, borrowers, keepTo } = await untilDone(resume)
  const known = new Map([...borrowers].map(([market, accounts]) => [market, new Set(accounts)]))
  for (const [market, accounts] of borrowers) onFound(market === '*' ? undefined : market, [...accounts])
  const gaps = [...subtractRanges(whole, ranges)]
  const total = Number(countBlocks([whole]))
  let left = Number(countBlocks(gaps))
  let size = lesser(options.maxRange, firstRange)
  let [caution, succeeded] = [1, 0]
  onProgress(1 - left / total)

  function take(): BlockRange | undefined {
    const gap = gaps.shift()
    if (gap === undefined) return undefined
    const limits = pool.report().endpoints.flatMap(({ maxLogRange }) => maxLogRange ?? size)
    const blocks = lesser(size, maxPieces * limits.reduce(greater, 1n))
    if (gap.to - gap.from < blocks) return gap
    gaps.unshift({ from: gap.from + blocks, to: gap.to })
    return { from: gap.from, to: gap.from + blocks - 1n }
  }

  async function searchRange(range: BlockRange): Promise<void> {
    const startedAt = performance.now()
    const touches = await readCheckedLogs(
      pool,
      {
        filter,
        blocks: { fromBlock: numberToHex(range.from), toBlock: numberToHex(range.to) },
        isOfBlocks({ blockNumber }) {
          const block = isHex(blockNumber) ? BigInt(blockNumber) : -1n
          return block >= range.from && block <= range.to
        },
        toTouches: (log) => [toTouch(log)],
      },
      { signal },
    )
    const found = new Map<Market['id'] | '*', Set<Address>>()
    for (const { market = '*', accounts } of touches) {
      const group = getOrCreate(found, market, () => new Set())
      for (const account of accounts) if (!known.get(market)?.has(account)) group.add(account)
    }
    if (range.from <= keepTo) {
      await archive.add({ from: range.from, to: lesser(range.to, keepTo) }, found)
      // Not before they are kept, or a second attempt would leave them out.
      for (const [market, accounts] of found) {
        const group = getOrCreate(known, market, () => new Set())
        for (const account of accounts) group.add(account)
      }
    }
    for (const [market, accounts] of found) onFound(market === '*' ? undefined : market, [...accounts])
    left -= Number(countBlocks([range]))
    const isLight = touches.length < fewLogs && performance.now() - startedAt < quickMs
    if (isLight && countBlocks([range]) >= size) grow()
  }

  function grow(): void {
    succeeded += 1
    if (succeeded < caution) return
    size = lesser(2n * size, options.maxRange)
    succeeded = 0
    caution = Math.max(1, caution / 2)
  }

  function shrink(blocks: bigint, isRefused: boolean): void {
    if (blocks > size) return
    size = greater(1n, blocks / 2n)
    succeeded = 0
    if (isRefused) caution = Math.min(maxCaution, 4 * caution)
  }

  async function work(): Promise<void> {
    for (let range = take(); range !== undefined; range = take()) {
      try {
        await searchRange(range)
        failures = 0
        onTrouble(null)
        onProgress(1 - left / total)
      } catch (error) {
        gaps.unshift(range)
        const blocks = countBlocks([range])
        const isRefused = error instanceof RpcAnswerError
        shrink(blocks, isRefused)
        // Providers refuse what is too much for one answer; that is no reason to wait.
        if (!isRefused || blocks === 1n) await backOff(error)
      }
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  await untilDone(archive.compact)
}

const nothing: Archived = { anchor: undefined, ranges: [], borrowers: new Map() }

const toMissingBlock = (number: bigint | number) =>
  new UnrelatedLogsError(`No provider has block ${number}. It is asked again.`)
