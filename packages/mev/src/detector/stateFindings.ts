import type { Hex } from 'viem'
import type { Terms } from '../detect/context.ts'
import type { Finding } from '../finding.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import { evaluateState } from './evaluate.ts'
import { createIdleQueue } from './idleQueue.ts'
import type { Lull } from './lull.ts'

/** Pools to evaluate per turn of the event loop. This takes some milliseconds if a token trades against thousands. */
const poolsPerTurn = 4

export type StateFindingsOptions = {
  readonly lull: Lull
  readonly toSnapshot: () => PoolSnapshot
  readonly toTerms: () => Terms
  /** Called with all state findings through some pools. */
  readonly onFindings: (findings: readonly Finding[], pools: readonly Hex[]) => void
  readonly signal: AbortSignal
}

/** Finds opportunities on the current state, a few pools at a time, so that pending transactions are not delayed. */
export type StateFindings = {
  /** Evaluates these pools before the queued ones. If the queue is idle, the first few are evaluated synchronously. */
  look(pools: readonly Hex[]): void
}

export function createStateFindings(options: StateFindingsOptions): StateFindings {
  const { lull, toSnapshot, toTerms, onFindings, signal } = options
  const queue = createIdleQueue<Hex>({
    lull,
    signal,
    perTurn: poolsPerTurn,
    startsAtOnce: true,
    work: (pools) => onFindings(evaluateState(pools, toSnapshot(), toTerms()), pools),
  })
  return { look: queue.addFirst }
}
