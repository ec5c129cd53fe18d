import type { Clock } from '@outrigger/core'
import { toSteadyClock } from './steadyClock.ts'

type OptionalReadOptions = {
  /** An answer that takes longer is not worth having. */
  readonly worthMs?: number
  /** How long a read that failed, answered null or was too slow is left alone. @default 60_000 */
  readonly restMs?: number
  readonly clock: Clock
}

/**
 * A read not every node supports: asked once, and left alone for a while where it is not answered in time, so that an
 * estimate is neither held up nor made expensive by a luxury.
 */
export function createOptionalRead<arguments_ extends readonly unknown[], value>(
  read: (...parameters: arguments_) => Promise<value | null>,
  { worthMs = 1000, restMs = 60_000, clock }: OptionalReadOptions,
): (...parameters: arguments_) => Promise<value | null> {
  const { now } = toSteadyClock(clock)
  let restsUntilMs = 0
  return async (...parameters) => {
    const startedMs = now()
    const restLeftMs = restsUntilMs - startedMs
    // More than a whole rest is left only when the clock was put back.
    if (restLeftMs > 0 && restLeftMs <= restMs) return null
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, worthMs, null)
    })
    const value = await Promise.race([read(...parameters).catch(() => null), late])
    clearTimeout(timer)
    if (value === null) restsUntilMs = startedMs + restMs
    return value
  }
}
