import { OutriggerError } from '@outrigger/core'

/** An alert cannot be as it was asked for. `field` is the one to change. */
export class InvalidAlertError extends OutriggerError {
  readonly code = 'INVALID_ALERT'
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

export class UnknownAlertError extends OutriggerError {
  readonly code = 'UNKNOWN_ALERT'
  constructor(id: string) {
    super(`There is no alert ${id}.`)
  }
}

/** A webhook's address leads to a network that is not allowed. */
export class ForbiddenTargetError extends OutriggerError {
  readonly code = 'FORBIDDEN_TARGET'
  constructor(host: string) {
    super(
      `${host} is not a public address. Webhooks go to public addresses, and to networks that the operator allows (alerts.networks).`,
    )
  }
}

/** A receiver did not take a notification. */
export class DeliveryError extends OutriggerError {
  readonly code = 'DELIVERY_FAILED'
  override readonly retryable: boolean
  /** The address of the receiver that wants nothing more (410); null of any other. */
  readonly goneUrl: string | null
  readonly retryAfterMs: number | null
  constructor(
    message: string,
    { retryable = true, goneUrl = null as string | null, retryAfterMs = null as number | null } = {},
  ) {
    super(message)
    this.retryable = retryable
    this.goneUrl = goneUrl
    this.retryAfterMs = retryAfterMs
  }
}
