import { OutriggerError } from '../errors/outriggerError.ts'

export class StoreUnavailableError extends OutriggerError {
  readonly code = 'STORE_UNAVAILABLE'
}

/** Another process kept the file locked for longer than `busyTimeoutMs`. */
export class StoreBusyError extends StoreUnavailableError {
  override readonly retryable = true
}

/** The database did not answer within `patienceMs`. */
export class StoreUnreachableError extends StoreUnavailableError {
  override readonly retryable = true
}
