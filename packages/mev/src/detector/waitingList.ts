import { createBoundedMap } from '@outrigger/core/internal'
import type { MempoolTransaction } from '@outrigger/mempool'
import type { Hex } from 'viem'

/** A transaction, or a pool of a state finding, that waits for a simulation. `worth` is the possible profit in wei. */
export type Waiter = { readonly for: MempoolTransaction | Hex; readonly worth: bigint }

/** Pending transactions, and pools of state findings, that wait for the same simulation. */
export type Held = { readonly entries: ReadonlySet<MempoolTransaction>; readonly pools: ReadonlySet<Hex> }

export type Waiting<question> = Held & {
  question: question
  /** Highest `worth` of all waiters. */
  worth: bigint
  readonly entries: Set<MempoolTransaction>
  readonly pools: Set<Hex>
  /** Number of failed attempts, because the budget ended or the provider returned an error. */
  unanswered: number
}

type Entry<question> = readonly [string, Waiting<question>]

/**
 * Orders questions, which are simulations that findings wait for. Every second turn takes the most valuable question. The other
 * turns alternate between the oldest and the newest question. A flood of low-value questions can use at most half of the budget
 * while more valuable questions wait.
 */
export type WaitingList<question> = {
  add(key: string, question: question, waiter: Waiter): void
  toNext(canBeAsked: (key: string, held: Waiting<question>) => boolean): Entry<question> | null
  delete(key: string): void
  keep(isWanted: (held: Held) => boolean): void
}

/** Largest number of questions, and of transactions that wait for each of them. */
const maxWaiting = 1_000
const maxHeld = 64

export function createWaitingList<question>(): WaitingList<question> {
  const waiting = createBoundedMap<string, Waiting<question>>(maxWaiting)
  const newestFirst = () => waiting.entries() as Iterable<Entry<question>>
  const oldestFirst = () => waiting.rentries() as Iterable<Entry<question>>
  let turn = 0

  /** Evicts the oldest of the least valuable questions. Returns false if the new question is worth less than that question. */
  function makeRoom(worth: bigint): boolean {
    let least: Entry<question> | null = null
    for (const one of oldestFirst()) if (least === null || one[1].worth < least[1].worth) least = one
    return least !== null && least[1].worth <= worth && waiting.delete(least[0])
  }

  return {
    add(key, question, { for: waiter, worth }) {
      const before = waiting.peek(key)
      if (before === undefined && waiting.size >= maxWaiting && !makeRoom(worth)) return
      const held = before ?? { question, worth, entries: new Set(), pools: new Set(), unanswered: 0 }
      held.question = question
      if (worth > held.worth) held.worth = worth
      if (typeof waiter === 'string') held.pools.add(waiter)
      else if (held.entries.size < maxHeld) held.entries.add(waiter)
      if (before === undefined) waiting.set(key, held)
    },
    toNext(canBeAsked) {
      turn = (turn + 1) % 4
      const isByWorth = turn % 2 === 1
      let next: Entry<question> | null = null
      for (const one of turn === 2 ? oldestFirst() : newestFirst()) {
        if ((next !== null && one[1].worth <= next[1].worth) || !canBeAsked(...one)) continue
        next = one
        if (!isByWorth) break
      }
      return next
    },
    delete: (key) => void waiting.delete(key),
    keep(isWanted) {
      for (const [key, held] of [...oldestFirst()]) if (!isWanted(held)) waiting.delete(key)
    },
  }
}
