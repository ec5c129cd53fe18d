import type { EndpointHealth } from '../circuit/health.ts'
import type { AttemptOptions } from '../dispatch/attempt.ts'
import { startHedgeTimer } from '../dispatch/hedgeTimer.ts'

export type PollOptions = {
  /** Endpoints in the order to call them, best first. */
  readonly order: readonly EndpointHealth[]
  /** Calls an endpoint and stores its answer or failure. */
  readonly call: (
    health: EndpointHealth,
    how: Required<Pick<AttemptOptions, 'hedge' | 'isAlreadyAnswered'>>,
  ) => Promise<void>
  /** Returns the minimum number of answers that are still needed. */
  readonly countLacking: () => number
  /** Returns how long one endpoint may take before another endpoint is called as well. */
  readonly hedgeDelayMs: (health: EndpointHealth) => number
  /** Called when another endpoint answered first, after this one had exceeded its hedge delay. */
  readonly onLate: (health: EndpointHealth) => void
}

/**
 * Calls as many endpoints in parallel as answers are needed. Calls another endpoint after each answer that does not
 * count, and when a call is late. Resolves as soon as the result is certain, to true if there are enough answers.
 * Running calls continue.
 */
export function pollEndpoints(options: PollOptions): Promise<boolean> {
  const { call, countLacking, hedgeDelayMs, onLate } = options
  const waiting = [...options.order]
  const running = new Map<EndpointHealth, number>()
  return new Promise((resolve, reject) => {
    let isOver = false

    const finish = (end: () => void) => {
      isOver = true
      timer.stop()
      end()
    }
    const launch = (hedge: boolean) => {
      const health = isOver ? undefined : waiting.shift()
      if (health === undefined) return
      running.set(health, performance.now())
      call(health, { hedge, isAlreadyAnswered: () => isOver }).then(
        () => {
          running.delete(health)
          if (!isOver) advance()
        },
        (error) => finish(() => reject(error)),
      )
    }
    const reportLate = () => {
      const now = performance.now()
      for (const [health, since] of running) if (now - since >= hedgeDelayMs(health)) onLate(health)
    }
    const advance = () => {
      const lacking = countLacking()
      while (running.size < lacking && waiting.length > 0) launch(false)
      if (lacking > 0 && running.size > 0) return
      if (!timer.isStalled()) reportLate()
      finish(() => resolve(lacking <= 0))
    }
    const delayMs = Math.max(0, ...options.order.slice(0, countLacking()).map(hedgeDelayMs))
    const timer = startHedgeTimer(delayMs, () => launch(true))
    advance()
  })
}
