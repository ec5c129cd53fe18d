import { onAbort } from '../time/abort.ts'
import type { Cancellation } from '../time/cancel.ts'
import { startHedgeTimer } from './hedgeTimer.ts'

export type RaceOptions<runner, result> = {
  /** Best first; not empty. */
  readonly order: readonly runner[]
  /** How long the first may take before the next ones start beside it. */
  readonly hedgeDelayMs: number
  /** How many start beside the first, at once. */
  readonly maxHedges: number
  readonly signal?: Cancellation | undefined
  attempt(runner: runner, hedge: boolean, isLate: () => boolean): Promise<result>
  /** Whether the failures so far are everyone's answer, so that nobody else need be asked. */
  isFinal(failures: readonly unknown[]): boolean
  /** How long to wait for the others after a failure that may be the answer; undefined for any other. */
  patienceMs?(error: unknown): number | undefined
  /** A runner had not finished when another one won, though it had started long before. */
  onLate(runner: runner): void
}

export type RaceOutcome<runner, result> = {
  /** In the order they happened. */
  readonly failures: readonly unknown[]
  readonly attempts: number
  readonly hedged: boolean
} & ({ readonly ok: true; readonly result: result; readonly winner: runner } | { readonly ok: false })

/**
 * The first good result of several runners: the first alone until it is late, then others in parallel; a failure
 * starts the next at once. Losers are left to finish, so that what they would have taken is learned. Rejects only
 * when the signal aborts.
 */
export function raceAttempts<runner, result>(
  options: RaceOptions<runner, result>,
): Promise<RaceOutcome<runner, result>> {
  const { order, signal } = options
  return new Promise((resolve, reject) => {
    const failures: unknown[] = []
    const running = new Map<runner, number>()
    let launched = 0
    let hedged = false
    let settled = false
    let patience: NodeJS.Timeout | undefined

    const settle = (end: () => void) => {
      if (settled) return
      settled = true
      timer.stop()
      clearTimeout(patience)
      detach()
      end()
    }
    const win = (winner: runner, result: result) =>
      settle(() => {
        const now = performance.now()
        for (const [runner, startedAt] of running)
          if (!timer.isStalled() && now - startedAt >= options.hedgeDelayMs) options.onLate(runner)
        resolve({ ok: true, result, winner, failures, attempts: launched, hedged })
      })
    const lose = () => settle(() => resolve({ ok: false, failures, attempts: launched, hedged }))

    const launch = (hedge: boolean) => {
      const runner = order[launched]
      if (runner === undefined || settled) return
      launched += 1
      running.set(runner, performance.now())
      options
        .attempt(runner, hedge, () => settled)
        .then(
          (result) => {
            running.delete(runner)
            win(runner, result)
          },
          (error) => {
            running.delete(runner)
            failures.push(error)
            if (options.isFinal(failures)) return lose()
            launch(false)
            if (running.size === 0) return lose()
            const patienceMs = options.patienceMs?.(error)
            if (patienceMs !== undefined) patience ??= setTimeout(lose, patienceMs)
          },
        )
    }
    const startHedges = () => {
      if (settled) return
      hedged = launched < order.length
      for (let index = 0; index < options.maxHedges; index += 1) launch(true)
    }
    const timer = startHedgeTimer(options.hedgeDelayMs, startHedges)
    let detach = () => {}
    launch(false)
    detach = onAbort([signal], (reason) => settle(() => reject(reason)))
  })
}
