import { type Clock, OutriggerError } from '@outrigger/core'
import { redactText } from '@outrigger/core/internal'
import { PriceSourceError } from './priceErrors.ts'
import type { PriceSample, PriceSource } from './priceSource.ts'
import type { PriceToken } from './priceToken.ts'

/** Samples of a source, or the reason why it has none. */
type SourceOutcome =
  | { readonly samples: readonly PriceSample[] }
  | {
      readonly samples: null
      readonly reason: string
      /** True if the source responded that it has no price of the token. */
      readonly isUnknown: boolean
    }

export type SourceGuard = {
  readonly source: PriceSource
  read(token: PriceToken): Promise<SourceOutcome>
  /** Runs a query to the source with a time limit. */
  query<answer>(run: (signal: AbortSignal) => Promise<answer>, timeoutMs?: number): Promise<answer>
}

type GuardOptions = { readonly timeoutMs: number; readonly clock: Clock; readonly signal: AbortSignal }

/** Number of consecutive failures after which a source is paused, so that a hanging source does not delay every price. */
const failuresBeforePause = 3
const pauseMs = 15_000

class SourceTimeoutError extends OutriggerError {
  readonly code = 'PRICE_SOURCE_TIMEOUT'
  override readonly retryable = true
  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`)
  }
}

/** Wraps a source with a time limit and a circuit breaker, and converts its errors to reasons. */
export function createSourceGuard(source: PriceSource, { timeoutMs, clock, signal }: GuardOptions): SourceGuard {
  let failures = 0
  let pausedUntilMs = 0
  let reason = ''

  const query: SourceGuard['query'] = (run, limitMs = timeoutMs) => runWithin(run, limitMs, signal)

  return {
    source,
    query,
    async read(token) {
      const nowMs = clock.now()
      if (failures >= failuresBeforePause && nowMs < pausedUntilMs && pausedUntilMs - nowMs <= pauseMs)
        return { samples: null, reason: `${reason}; paused after ${failures} failures in a row`, isUnknown: false }
      try {
        const samples = await query((signal) => source.read(token, signal))
        failures = 0
        return { samples }
      } catch (error) {
        if (error instanceof PriceSourceError && error.isUnknown) {
          failures = 0
          return { samples: null, reason: toReason(error), isUnknown: true }
        }
        failures += 1
        reason = toReason(error)
        pausedUntilMs = clock.now() + pauseMs
        return { samples: null, reason, isUnknown: false }
      }
    },
  }
}

/** Returns a short description of an error without URLs, because URLs may contain keys. */
export function toReason(error: unknown): string {
  if (error instanceof OutriggerError) return redactText(error.message).replace(/\.$/, '')
  const text =
    error instanceof Error ? ((error as { shortMessage?: string }).shortMessage ?? error.message) : 'it fails'
  return redactText(text.split('\n')[0]?.slice(0, 200) ?? '').replace(/\.$/, '')
}

async function runWithin<answer>(
  run: (signal: AbortSignal) => Promise<answer>,
  timeoutMs: number,
  outer: AbortSignal,
): Promise<answer> {
  outer.throwIfAborted()
  const control = new AbortController()
  const end = () => control.abort(outer.reason)
  outer.addEventListener('abort', end, { once: true })
  const timer = setTimeout(() => control.abort(new SourceTimeoutError(timeoutMs)), timeoutMs)
  try {
    // The wait ends even if a source ignores the signal.
    const ended = new Promise<never>((_, reject) => {
      control.signal.addEventListener('abort', () => reject(control.signal.reason), { once: true })
    })
    return await Promise.race([run(control.signal), ended])
  } finally {
    clearTimeout(timer)
    outer.removeEventListener('abort', end)
  }
}
