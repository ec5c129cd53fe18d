import { setImmediate as nextTurn } from 'node:timers/promises'

/** Longest time, in ms, that other work of the node must wait. */
const turnMs = 3

/**
 * Runs a generator to its result. Yields to other work between steps.
 *
 * @throws whatever a step throws
 * @example const report = await inTurns(replayBacktest(blocks, options))
 */
export async function inTurns<result>(steps: Generator<unknown, result>): Promise<result> {
  let startedMs = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - startedMs < turnMs) continue
    await nextTurn()
    startedMs = performance.now()
  }
}
