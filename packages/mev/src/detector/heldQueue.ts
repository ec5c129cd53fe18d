import { createBoundedMap } from '@outrigger/core/internal'
import type { MempoolTransaction } from '@outrigger/mempool'
import type { Hex } from 'viem'
import type { SimulationBudget } from '../simulate/simulationBudget.ts'

/** What rests on an answer: pending transactions, and pools of the state. */
export type Held = { readonly entries: ReadonlySet<MempoolTransaction>; readonly pools: ReadonlySet<Hex> }

/**
 * Questions to simulations, each asked once a block at most while its budget lasts. The newest and the oldest take turns:
 * whoever floods the queue leaves half of the budget to the others.
 */
export type HeldQueue<question> = {
  /** @param on what waits for the answer: a transaction, or a pool of the state where that is null */
  hold(key: string, question: question, on: { readonly entry: MempoolTransaction | null; readonly pool: Hex }): void
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

type Waiting<question> = {
  question: question
  readonly entries: Set<MempoolTransaction>
  readonly pools: Set<Hex>
  /** How often it was asked without an answer: the budget ended before that was clear, or the provider failed. */
  unanswered: number
}

const mostUnanswered = 3
/** Questions, and what waits for each of them; beyond, the oldest are forgotten. */
const maxWaiting = 1_000
const maxHeld = 64

export function createHeldQueue<question, answer>(options: HeldQueueOptions<question, answer>): HeldQueue<question> {
  const { budget, signal, isPending, ask, onAnswer, onLearned } = options
  const waiting = createBoundedMap<string, Waiting<question>>(maxWaiting)
  /** In this block. */
  const asked = new Set<string>()
  let isBusy = false
  let isNewestNext = true

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
      for (let next = toNext(); next !== null && budget.left > 0 && !signal.aborted; next = toNext())
        await askOnce(...next)
    } finally {
      isBusy = false
    }
  }

  const isWanted = ({ pools, entries }: Held) => pools.size > 0 || [...entries].some(isPending)

  function toNext(): readonly [string, Waiting<question>] | null {
    isNewestNext = !isNewestNext
    const inOrder = isNewestNext ? waiting.entries() : waiting.rentries()
    for (const [key, held] of inOrder as Iterable<[string, Waiting<question>]>)
      if (!asked.has(key) && isWanted(held)) return [key, held]
    return null
  }

  return {
    hold(key, question, { entry, pool }) {
      const before = waiting.peek(key)
      const held = before ?? { question, entries: new Set(), pools: new Set(), unanswered: 0 }
      held.question = question
      if (entry === null) held.pools.add(pool)
      else if (held.entries.size < maxHeld) held.entries.add(entry)
      if (before === undefined) waiting.set(key, held)
      void work()
    },
    onBlock() {
      asked.clear()
      for (const [key, held] of [...(waiting.entries() as Iterable<[string, Waiting<question>]>)])
        if (!isWanted(held)) waiting.delete(key)
      void work()
    },
  }
}
