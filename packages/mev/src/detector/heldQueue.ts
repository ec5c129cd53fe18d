import type { MempoolTransaction } from '@outrigger/mempool'
import type { SimulationBudget } from '../simulate/simulationBudget.ts'
import { createWaitingList, type Held, type Waiter, type Waiting } from './waitingList.ts'

/**
 * Runs simulations ("questions") in the order of a `WaitingList` until the budget of the block is used up, each at most
 * once per block.
 */
export type HeldQueue<question> = {
  hold(key: string, question: question, waiter: Waiter): void
  /** Continues with the budget of the new block. */
  onBlock(): void
}

export type HeldQueueOptions<question, answer> = {
  readonly budget: SimulationBudget
  readonly signal: AbortSignal
  /** Returns whether a transaction is pending. Questions are dropped if all of their transactions have ended. */
  readonly isPending: (entry: MempoolTransaction) => boolean
  /** Runs a simulation. Returns null if no node supports it, and undefined if it cannot run yet. Rejects if a provider fails. */
  readonly ask: (question: question) => Promise<answer | null | undefined>
  /** Called with the transactions and pools that waited for the answer. */
  readonly onAnswer: (question: question, answer: answer | null, held: Held) => void
}

const mostUnanswered = 3

export function createHeldQueue<question, answer>(options: HeldQueueOptions<question, answer>): HeldQueue<question> {
  const { budget, signal, isPending, ask, onAnswer } = options
  const waiting = createWaitingList<question>()
  /** Keys of the questions that ran in this block. */
  const asked = new Set<string>()
  let isBusy = false

  async function askOnce(key: string, held: Waiting<question>): Promise<void> {
    asked.add(key)
    const { question } = held
    const answer = await ask(question).catch(() => undefined)
    const isUnclear = answer === undefined || (answer === null && budget.left === 0)
    if (signal.aborted || (isUnclear && ++held.unanswered < mostUnanswered)) return
    waiting.delete(key)
    // Drops the question without an answer. The next finding that needs the answer queues the question again.
    if (answer === undefined) return
    onAnswer(question, answer, held)
  }

  async function work(): Promise<void> {
    if (isBusy) return
    isBusy = true
    try {
      while (budget.left > 0 && !signal.aborted) {
        const next = waiting.toNext((key, held) => !asked.has(key) && isWanted(held))
        if (next === null) break
        await askOnce(...next)
      }
    } finally {
      isBusy = false
    }
  }

  const isWanted = ({ pools, entries }: Held) => pools.size > 0 || [...entries].some(isPending)

  return {
    hold(key, question, waiter) {
      waiting.add(key, question, waiter)
      void work()
    },
    onBlock() {
      asked.clear()
      waiting.keep(isWanted)
      void work()
    },
  }
}
