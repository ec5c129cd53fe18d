import { type Address, type Hex, isAddress } from 'viem'
import type { PoolLog } from '../poolKind.ts'
import { type CurveList, createCurveList } from './curveList.ts'
import type { KnownPool } from './knownPool.ts'
import { deploymentTopics } from './listedPools.ts'
import type { ListAnswer, ListQuestion, NamedPool, PoolList } from './listTypes.ts'
import type { PoolSource } from './poolSource.ts'
import { createWantedListed } from './wantedListed.ts'

/** Pools that were found, and ids of those that are not what they were. */
export type Listed = { readonly found: readonly KnownPool[]; readonly gone: readonly Hex[] }

/** The pools that factories list: what is to be asked of them, and what the answers say. Asks nobody. */
export type PoolLists = {
  /** For the logs to be followed. */
  readonly sources: readonly Pick<PoolSource, 'kinds' | 'topics'>[]
  /** Open questions. */
  readonly waiting: number
  /** Whether all that was there at the start has been listed. */
  readonly isWhole: boolean
  /** An address that somebody takes for a pool. Asks the factories about it where their lists are not read. */
  want(address: Hex): void
  /** A block, by its logs: a factory may have made a pool. */
  note(blockNumber: bigint, logs: readonly PoolLog[]): void
  /** As many questions as may be asked at once. */
  select(most: number): readonly ListQuestion[]
  take(blockNumber: bigint, answers: readonly ListAnswer[]): Listed
  /** Blocks from this one on have left the chain, or were missed: what was listed in them is asked for again. */
  undo(blockNumber: bigint): void
}

/** @param named pools that count where their contract is on the chain */
export function createPoolLists(
  lists: readonly PoolList[],
  named: readonly NamedPool[],
  searchHistory: boolean,
): PoolLists {
  const states = new Map(lists.map((list) => [list, createCurveList(list, searchHistory)]))
  const wanted = new Map(lists.map((list) => [list, createWantedListed(list)]))
  const names = new Set(searchHistory ? named : [])
  let isWhole = false
  const all = [...states.values(), ...wanted.values()]
  const countOpen = () => all.reduce((sum, { waiting }) => sum + waiting, names.size)
  const isFactory = (address: Address) => lists.some(({ factory }) => factory === address)

  function* questions(): Iterable<ListQuestion> {
    for (const state of all) yield* state.questions()
    for (const one of names) yield { ask: 'name', named: one }
  }

  function takeOne(blockNumber: bigint, answer: ListAnswer): readonly KnownPool[] {
    const asked = answer.ask === 'coins' ? wanted.get(answer.list) : undefined
    if (answer.ask === 'coins' && asked?.has(answer.pool)) return asked.take(blockNumber, answer)
    if (answer.ask !== 'name') return states.get(answer.list)?.take(blockNumber, answer) ?? []
    names.delete(answer.named)
    return answer.isThere ? [answer.named.pool] : []
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
    want(address) {
      if (searchHistory || !isAddress(address, { strict: false })) return
      const name = named.find(({ pool }) => pool.id === address)
      if (name) names.add(name)
      else for (const one of wanted.values()) one.want(address)
    },
    note(blockNumber, logs) {
      for (const { address, topics } of logs)
        if (deploymentTopics.some((topic) => topic === topics[0]) && isFactory(address)) recount(states, address)
      for (const state of states.values()) state.note(blockNumber)
    },
    select(most) {
      const selected: ListQuestion[] = []
      for (const question of questions()) {
        if (selected.length >= most) break
        selected.push(question)
      }
      return selected
    },
    take(blockNumber, answers) {
      const found = answers.flatMap((answer) => takeOne(blockNumber, answer))
      return { found, gone: all.flatMap((state) => state.takeGone()) }
    },
    undo(blockNumber) {
      for (const state of all) state.undo(blockNumber)
    },
  }
}

function recount(states: ReadonlyMap<PoolList, CurveList>, factory: Address): void {
  for (const [list, state] of states) if (list.factory === factory) state.recount()
}
