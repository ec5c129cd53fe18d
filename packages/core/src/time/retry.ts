import pRetry from 'p-retry'
import type { Cancellation } from './cancel.ts'

export type RetryOptions = {
  /** Pause after the first failure; it doubles after each further one. */
  readonly minDelayMs: number
  /** Longest pause. @default `minDelayMs`, so that all pauses are equally long */
  readonly maxDelayMs?: number
  /** How often it is tried in all. @default no limit */
  readonly tries?: number
  /** No new try begins after this time. @default no limit */
  readonly maxTimeMs?: number
  /** Whether a failure may pass. @default any may */
  readonly shouldRetry?: (error: unknown) => boolean
  readonly signal?: Cancellation | undefined
}

/** Carries any thrown value through p-retry, which would not retry a `TypeError`. */
class FailedTry extends Error {}

/**
 * Runs `run` until it succeeds, with exponential back-off. Rejects with the last failure when it may not be retried, or
 * with the signal's reason once that aborts.
 *
 * @example
 * const block = await retry(() => readBlock(hash), { minDelayMs: 50, maxDelayMs: 1000, signal })
 */
export async function retry<result>(
  run: (attempt: number) => result | Promise<result>,
  options: RetryOptions,
): Promise<result> {
  const { minDelayMs, maxDelayMs = minDelayMs, tries = Number.POSITIVE_INFINITY, maxTimeMs, signal } = options
  const { shouldRetry = () => true } = options
  try {
    return await pRetry(
      async (attempt) => {
        try {
          return await run(attempt)
        } catch (cause) {
          throw new FailedTry('', { cause })
        }
      },
      {
        retries: tries - 1,
        minTimeout: minDelayMs,
        maxTimeout: maxDelayMs,
        ...(maxTimeMs !== undefined && { maxRetryTime: Math.max(0, maxTimeMs) }),
        // All that p-retry uses of a signal.
        ...(signal && { signal: signal as AbortSignal }),
        shouldRetry: ({ error }) => error instanceof FailedTry && shouldRetry(error.cause),
      },
    )
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof FailedTry ? error.cause : error
  }
}
