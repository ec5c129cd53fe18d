export type ErrorOptions = {
  /** The original error, for debugging. It is never shown to a remote caller. */
  readonly cause?: unknown
}

/**
 * Base class of all errors that Outrigger throws. `code` is stable and machine-readable. `retryable` says whether the same call
 * may succeed later without a change by the caller.
 *
 * @example
 * try { await getGasPrice(client) } catch (error) {
 *   if (error instanceof OutriggerError && error.retryable) await retryLater()
 * }
 */
export abstract class OutriggerError extends Error {
  abstract readonly code: string
  readonly retryable: boolean = false

  constructor(message: string, options: ErrorOptions = {}) {
    super(message, options)
    this.name = new.target.name
  }
}
