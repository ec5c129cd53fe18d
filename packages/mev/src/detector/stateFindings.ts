import type { Hex } from 'viem'
import type { Terms } from '../detect/context.ts'
import type { Finding } from '../finding.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import { evaluateState } from './evaluate.ts'
import { createIdleQueue } from './idleQueue.ts'
import type { Lull } from './lull.ts'

/** Pools looked at in one turn of the event loop: some milliseconds where a token trades against thousands. */
const poolsPerTurn = 4

export type StateFindingsOptions = {
  readonly lull: Lull
  readonly toSnapshot: () => PoolSnapshot
  readonly toTerms: () => Terms
  /** Called with all that the state makes possible through some pools. */
  readonly onFindings: (findings: readonly Finding[], pools: readonly Hex[]) => void
  readonly signal: AbortSignal
}

/** What the state itself makes possible, found a few pools at a time so that pending transactions need not wait. */
export type StateFindings = {
  /** Looks at these pools before those that still wait. The first few are looked at before it returns. */
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
