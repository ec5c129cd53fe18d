import pRetry from 'p-retry'
import type { Cancellation } from './cancel.ts'

export type RetryOptions = {
  /** Pause after the first failure, in ms. It doubles after each further failure. */
  readonly minDelayMs: number
  /** Longest pause, in ms. @default `minDelayMs`, so that all pauses are equal */
  readonly maxDelayMs?: number
  /** Maximum number of tries. @default no limit */
  readonly tries?: number
  /** No try starts after this time, in ms. @default no limit */
  readonly maxTimeMs?: number
  /** Whether to retry after this failure. @default always */
  readonly shouldRetry?: (error: unknown) => boolean
  readonly signal?: Cancellation | undefined
}

/** Carries any thrown value through p-retry, which does not retry a `TypeError`. */
class FailedTry extends Error {}

/**
 * Runs `run` until it succeeds, with exponential back-off. Rejects with the last failure if it may not be retried, or with the
 * signal's reason when the signal aborts.
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
        // p-retry uses only this part of a signal.
        ...(signal && { signal: signal as AbortSignal }),
        shouldRetry: ({ error }) => error instanceof FailedTry && shouldRetry(error.cause),
      },
    )
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof FailedTry ? error.cause : error
  }
}
