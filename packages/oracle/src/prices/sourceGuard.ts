import { type Clock, OutriggerError } from '@outrigger/core'
import { redactText } from '@outrigger/core/internal'
import { PriceSourceError } from './priceErrors.ts'
import type { PriceSample, PriceSource } from './priceSource.ts'
import type { PriceToken } from './priceToken.ts'

/** What a source said, or why it said nothing. */
export type SourceOutcome =
  | { readonly samples: readonly PriceSample[] }
  | {
      readonly samples: null
      readonly reason: string
      /** The source did answer: it has no price of the token. */
      readonly isUnknown: boolean
    }

export type SourceGuard = {
  readonly source: PriceSource
  read(token: PriceToken): Promise<SourceOutcome>
  /** Runs any question to the source within the time. */
  ask<answer>(question: (signal: AbortSignal) => Promise<answer>, timeoutMs?: number): Promise<answer>
}

export type GuardOptions = { readonly timeoutMs: number; readonly clock: Clock; readonly signal: AbortSignal }

/** After so many failures in a row a source rests, so that one that hangs does not make every answer late. */
const failuresBeforeRest = 3
const restMs = 15_000

class SourceTimeoutError extends OutriggerError {
  readonly code = 'PRICE_SOURCE_TIMEOUT'
  override readonly retryable = true
  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`)
  }
}

/** Keeps a source from doing harm: it has its time, and failing it ends in words. */
export function createSourceGuard(source: PriceSource, { timeoutMs, clock, signal }: GuardOptions): SourceGuard {
  let failures = 0
  let restUntilMs = 0
  let reason = ''

  const ask: SourceGuard['ask'] = (question, askTimeoutMs = timeoutMs) => within(question, askTimeoutMs, signal)

  return {
    source,
    ask,
    async read(token) {
      const nowMs = clock.now()
      if (failures >= failuresBeforeRest && nowMs < restUntilMs && restUntilMs - nowMs <= restMs)
        return { samples: null, reason: `${reason}; it rests after ${failures} failures in a row`, isUnknown: false }
      try {
        const samples = await ask((signal) => source.read(token, signal))
        failures = 0
        return { samples }
      } catch (error) {
        if (error instanceof PriceSourceError && error.isUnknown) {
          failures = 0
          return { samples: null, reason: toReason(error), isUnknown: true }
        }
        failures += 1
        reason = toReason(error)
        restUntilMs = clock.now() + restMs
        return { samples: null, reason, isUnknown: false }
      }
    },
  }
}

/** An error in a few words, without addresses that may hold keys. */
export function toReason(error: unknown): string {
  if (error instanceof OutriggerError) return redactText(error.message).replace(/\.$/, '')
  const text =
    error instanceof Error ? ((error as { shortMessage?: string }).shortMessage ?? error.message) : 'it fails'
  return redactText(text.split('\n')[0]?.slice(0, 200) ?? '').replace(/\.$/, '')
}

async function within<answer>(
  question: (signal: AbortSignal) => Promise<answer>,
  timeoutMs: number,
  outer: AbortSignal,
): Promise<answer> {
  outer.throwIfAborted()
  const control = new AbortController()
  const end = () => control.abort(outer.reason)
  outer.addEventListener('abort', end, { once: true })
  const timer = setTimeout(() => control.abort(new SourceTimeoutError(timeoutMs)), timeoutMs)
  try {
    // A source may not heed the signal: waiting for it ends all the same.
    const ended = new Promise<never>((_, reject) => {
      control.signal.addEventListener('abort', () => reject(control.signal.reason), { once: true })
    })
    return await Promise.race([question(control.signal), ended])
  } finally {
    clearTimeout(timer)
    outer.removeEventListener('abort', end)
  }
}
