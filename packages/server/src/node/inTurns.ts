import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long the node's other work waits at most. */
const turnMs = 3

/**
 * The result of a generator, whose steps make way for other work.
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
