import type { Clock } from '@outrigger/core'
import { toSteadyClock } from './steadyClock.ts'

type OptionalReadOptions = {
  /** An answer that takes longer is not used. @default 1000 */
  readonly timeoutMs?: number
  /** How long the pause is. @default 60_000 */
  readonly pauseMs?: number
  readonly clock: Clock
}

/**
 * A read that not every node supports. After one that fails, answers null or is too slow there is a pause, so that it
 * neither delays an estimate nor costs calls.
 */
export function createOptionalRead<arguments_ extends readonly unknown[], value>(
  read: (...parameters: arguments_) => Promise<value | null>,
  { timeoutMs = 1000, pauseMs = 60_000, clock }: OptionalReadOptions,
): (...parameters: arguments_) => Promise<value | null> {
  const { now } = toSteadyClock(clock)
  let pausedUntilMs = 0
  return async (...parameters) => {
    const startedMs = now()
    const pauseLeftMs = pausedUntilMs - startedMs
    // More than a whole pause is left only when the clock was put back.
    if (pauseLeftMs > 0 && pauseLeftMs <= pauseMs) return null
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, null)
    })
    const value = await Promise.race([read(...parameters).catch(() => null), late])
    clearTimeout(timer)
    if (value === null) pausedUntilMs = startedMs + pauseMs
    return value
  }
}
