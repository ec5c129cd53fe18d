import type { MempoolTransaction } from '@outrigger/mempool'
import type { Hex } from 'viem'
import type { SimulationBudget } from '../simulate/budgetedClient.ts'

/** A transaction, or a pool of a state finding, that waits for a simulation. `worth` is the possible profit in wei. */
export type Waiter = { readonly for: MempoolTransaction | Hex; readonly worth: bigint }

/** Pending transactions, and pools of state findings, that wait for the same simulation. */
export type Held = { readonly entries: ReadonlySet<MempoolTransaction>; readonly pools: ReadonlySet<Hex> }

type Waiting<question> = {
  question: question
  /** Highest `worth` of all waiters. */
  worth: bigint
  readonly entries: Set<MempoolTransaction>
  readonly pools: Set<Hex>
  /** Number of failed attempts, because the budget ended or the provider returned an error. */
  unanswered: number
}

/** Runs simulations ("questions") until the budget of the block is used up, each at most once per block. */
export type WaitingList<question> = {
  hold(key: string, question: question, waiter: Waiter): void
  /** Continues with the budget of the new block. */
  onBlock(): void
}

export type WaitingListOptions<question, answer> = {
  readonly budget: SimulationBudget
  readonly signal: AbortSignal
  /** Returns whether a transaction is pending. Questions are dropped if all of their transactions have ended. */
  readonly isPending: (entry: MempoolTransaction) => boolean
  /** Runs a simulation. Returns null if no node supports it, and undefined if it cannot run yet. Rejects if it fails. */
  readonly ask: (question: question) => Promise<answer | null | undefined>
  /** Called with the transactions and pools that waited for the answer. */
  readonly onAnswer: (question: question, answer: answer | null, held: Held) => void
}

/** Largest number of questions, and of transactions that wait for each of them. */
const maxWaiting = 1_000
const maxHeld = 64
const mostUnanswered = 3

export function createWaitingList<question, answer>(
  options: WaitingListOptions<question, answer>,
): WaitingList<question> {
  const { budget, signal, isPending, ask, onAnswer } = options
  /** Oldest first. */
  const waiting = new Map<string, Waiting<question>>()
  /** Keys of the questions that ran in this block. */
  const asked = new Set<string>()
  let isBusy = false
  let isByWorth = false

  const isWanted = ({ pools, entries }: Held) => pools.size > 0 || [...entries].some(isPending)

  /**
   * Every second turn takes the most valuable question, and the others take the newest. A flood of low-value questions can use
   * at most half of the budget while more valuable questions wait.
   */
  function toNext(): readonly [string, Waiting<question>] | undefined {
    isByWorth = !isByWorth
    const open = [...waiting].filter(([key, held]) => !asked.has(key) && isWanted(held)).reverse()
    return isByWorth ? open.sort(([, a], [, b]) => Number(b.worth - a.worth))[0] : open[0]
  }

  /** Evicts the oldest of the least valuable questions. Returns false if the new question is worth less than that question. */
  function makeRoom(worth: bigint): boolean {
    let least: readonly [string, bigint] | null = null
    for (const [key, held] of waiting) if (least === null || held.worth < least[1]) least = [key, held.worth]
    return least !== null && least[1] <= worth && waiting.delete(least[0])
  }

  async function askOnce(key: string, held: Waiting<question>): Promise<void> {
    asked.add(key)
    const { question } = held
    const answer = await ask(question).catch(() => undefined)
    if (signal.aborted || (answer === undefined && ++held.unanswered < mostUnanswered)) return
    waiting.delete(key)
    // Drops the question without an answer. The next finding that needs the answer queues the question again.
    if (answer !== undefined) onAnswer(question, answer, held)
  }

  async function work(): Promise<void> {
    if (isBusy) return
    isBusy = true
    try {
      while (budget.left > 0 && !signal.aborted) {
        const next = toNext()
        if (next === undefined) break
        await askOnce(...next)
      }
    } finally {
      isBusy = false
    }
  }

  return {
    hold(key, question, { for: waiter, worth }) {
      const before = waiting.get(key)
      if (before === undefined && waiting.size >= maxWaiting && !makeRoom(worth)) return
      const held = before ?? { question, worth, entries: new Set(), pools: new Set(), unanswered: 0 }
      held.question = question
      if (worth > held.worth) held.worth = worth
      if (typeof waiter === 'string') held.pools.add(waiter)
      else if (held.entries.size < maxHeld) held.entries.add(waiter)
      waiting.set(key, held)
      void work()
    },
    onBlock() {
      asked.clear()
      for (const [key, held] of waiting) if (!isWanted(held)) waiting.delete(key)
      void work()
    },
  }
}
