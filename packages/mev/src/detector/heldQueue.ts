import type { MempoolTransaction } from '@outrigger/mempool'
import type { SimulationBudget } from '../simulate/simulationBudget.ts'
import { createWaitingList, type Held, type Waiter, type Waiting } from './waitingList.ts'

/** Questions to simulations, each asked once a block at most while its budget lasts, in the order of a `WaitingList`. */
export type HeldQueue<question> = {
  hold(key: string, question: question, waiter: Waiter): void
  /** A new block: the budget is whole again. */
  onBlock(): void
}

export type HeldQueueOptions<question, answer> = {
  readonly budget: SimulationBudget
  readonly signal: AbortSignal
  /** Whether a transaction is still pending; a question that only ended transactions wait for is not asked. */
  readonly isPending: (entry: MempoolTransaction) => boolean
  /** Null where no node can say, undefined where it cannot be asked yet. A provider that fails says nothing: it rejects. */
  readonly ask: (key: string, question: question) => Promise<answer | null | undefined>
  readonly onAnswer: (key: string, question: question, answer: answer | null) => void
  /** Called after the answer was noted: what waited for it is to be computed anew. */
  readonly onLearned: (held: Held) => void
}

const mostUnanswered = 3

export function createHeldQueue<question, answer>(options: HeldQueueOptions<question, answer>): HeldQueue<question> {
  const { budget, signal, isPending, ask, onAnswer, onLearned } = options
  const waiting = createWaitingList<question>()
  /** In this block. */
  const asked = new Set<string>()
  let isBusy = false

  async function askOnce(key: string, held: Waiting<question>): Promise<void> {
    asked.add(key)
    const { question } = held
    const answer = await ask(key, question).catch(() => undefined)
    const isUnclear = answer === undefined || (answer === null && budget.left === 0)
    if (signal.aborted || (isUnclear && ++held.unanswered < mostUnanswered)) return
    waiting.delete(key)
    // Without an answer it is given up: the next finding that needs one asks the question again.
    if (answer === undefined) return
    onAnswer(key, question, answer)
    onLearned(held)
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
