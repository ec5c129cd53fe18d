import type { Clock } from '@outrigger/core'
import { toSteadyClock } from './steadyClock.ts'

const pauseMs = 60_000

type OptionalReadOptions = {
  /** Time limit in ms. Slower answers are ignored. @default 1000 */
  readonly timeoutMs?: number
  readonly clock: Clock
}

/**
 * Wraps a read that not every node supports. If the read fails, returns null or is too slow, it is paused, so that it
 * neither delays callers nor costs calls. While it is paused, it returns null.
 */
export function createOptionalRead<arguments_ extends readonly unknown[], value>(
  read: (...parameters: arguments_) => Promise<value | null>,
  { timeoutMs = 1000, clock }: OptionalReadOptions,
): (...parameters: arguments_) => Promise<value | null> {
  const { now } = toSteadyClock(clock)
  let pausedUntilMs = 0
  return async (...parameters) => {
    const startedMs = now()
    const pauseLeftMs = pausedUntilMs - startedMs
    // More than a whole pause is left only if the clock was set back.
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
