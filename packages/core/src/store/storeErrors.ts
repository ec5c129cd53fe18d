import { OutriggerError } from '../errors/outriggerError.ts'

export class StoreUnavailableError extends OutriggerError {
  readonly code = 'STORE_UNAVAILABLE'
}

/** Another process kept the file locked for all of `busyTimeoutMs`. */
export class StoreBusyError extends StoreUnavailableError {
  override readonly retryable = true
}

/** The database did not answer for all of `patienceMs`. */
export class StoreUnreachableError extends StoreUnavailableError {
  override readonly retryable = true
}
