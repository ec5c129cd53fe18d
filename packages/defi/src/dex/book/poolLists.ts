import { type Hex, isAddress } from 'viem'
import type { PoolLog } from '../poolKind.ts'
import { createCurveList } from './curveList.ts'
import type { KnownPool } from './knownPool.ts'
import { deploymentTopics } from './listedPools.ts'
import type { ListQuery, ListResult, NamedPool, PoolList } from './listTypes.ts'
import type { PoolSource } from './poolSource.ts'
import { createRequestedListed } from './requestedListed.ts'

/** Pools that were found, and ids of pools that were removed or changed. */
export type Listed = { readonly found: readonly KnownPool[]; readonly gone: readonly Hex[] }

/** The pools that factories list: selects the queries and processes their results. Makes no requests itself. */
export type PoolLists = {
  /** The events to follow. */
  readonly sources: readonly Pick<PoolSource, 'kinds' | 'topics'>[]
  /** Number of open queries. */
  readonly waiting: number
  /** Whether all pools that existed at the start are listed. */
  readonly isWhole: boolean
  /**
   * Requests an address that a caller takes for a pool. Its factories are queried unless their complete lists are read
   * anyway.
   */
  request(address: Hex): void
  /** Processes the logs of a block, in which a factory may have created a pool. */
  note(blockNumber: bigint, logs: readonly PoolLog[]): void
  /** Returns at most `most` queries. */
  select(most: number): readonly ListQuery[]
  applyResults(blockNumber: bigint, results: readonly ListResult[]): Listed
  /** Handles a reorg or a gap from this block on. Everything listed since this block is queried again. */
  undo(blockNumber: bigint): void
}

/** @param named pools that are added if their contract exists on the chain */
export function createPoolLists(
  lists: readonly PoolList[],
  named: readonly NamedPool[],
  searchHistory: boolean,
): PoolLists {
  const states = new Map(lists.map((list) => [list, createCurveList(list, searchHistory)]))
  const requested = new Map(lists.map((list) => [list, createRequestedListed(list)]))
  const names = new Set(searchHistory ? named : [])
  let isWhole = false
  const all = [...states.values(), ...requested.values()]
  const countOpen = () => all.reduce((sum, { waiting }) => sum + waiting, names.size)

  function* queries(): Iterable<ListQuery> {
    for (const state of all) yield* state.queries()
    for (const one of names) yield { type: 'name', named: one }
  }

  function applyResult(blockNumber: bigint, result: ListResult): readonly KnownPool[] {
    const list = result.type === 'coins' ? requested.get(result.list) : undefined
    if (result.type === 'coins' && list?.has(result.pool)) return list.applyResult(blockNumber, result)
    if (result.type !== 'name') return states.get(result.list)?.applyResult(blockNumber, result) ?? []
    names.delete(result.named)
    return result.exists ? [result.named.pool] : []
  }

  return {
    sources: [
      ...(lists.length > 0 ? [{ kinds: [], topics: deploymentTopics }] : []),
      ...[...lists, ...named.map(({ pool }) => pool)].map(({ kind }) => ({ kinds: [kind], topics: [] })),
    ],
    get waiting() {
      return countOpen()
    },
    get isWhole() {
      isWhole ||= countOpen() === 0
      return isWhole
    },
    request(address) {
      if (searchHistory || !isAddress(address, { strict: false })) return
      const name = named.find(({ pool }) => pool.id === address)
      if (name) names.add(name)
      else for (const one of requested.values()) one.request(address)
    },
    note(blockNumber, logs) {
      const deployments = logs.filter(({ topics }) => deploymentTopics.some((topic) => topic === topics[0]))
      for (const [{ factory }, state] of states) {
        if (deployments.some(({ address }) => address === factory)) state.recount()
        state.note(blockNumber)
      }
    },
    select(most) {
      const selected: ListQuery[] = []
      for (const query of queries()) {
        if (selected.length >= most) break
        selected.push(query)
      }
      return selected
    },
    applyResults(blockNumber, results) {
      const found = results.flatMap((result) => applyResult(blockNumber, result))
      return { found, gone: all.flatMap((state) => state.takeRemoved()) }
    },
    undo(blockNumber) {
      for (const state of all) state.undo(blockNumber)
    },
  }
}
