import { onAbort } from '../time/abort.ts'
import type { Cancellation } from '../time/cancel.ts'

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

const timerSlackMs = 5

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
    const startedAt = performance.now()
    const failures: unknown[] = []
    const running = new Map<runner, number>()
    let launched = 0
    let hedged = false
    let stalled = false
    let settled = false
    let patience: NodeJS.Timeout | undefined

    const settle = (end: () => void) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      clearTimeout(patience)
      detach()
      end()
    }
    const win = (winner: runner, result: result) =>
      settle(() => {
        const now = performance.now()
        for (const [runner, startedAt] of running)
          if (!stalled && now - startedAt >= options.hedgeDelayMs) options.onLate(runner)
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
    const timer = setTimeout(() => {
      // A timer that comes late itself says that this process was busy: answers may be waiting, and are read first.
      stalled = performance.now() - startedAt > 1.5 * options.hedgeDelayMs + timerSlackMs
      setImmediate(startHedges)
    }, options.hedgeDelayMs)
    let detach = () => {}
    launch(false)
    detach = onAbort([signal], (reason) => settle(() => reject(reason)))
  })
}
