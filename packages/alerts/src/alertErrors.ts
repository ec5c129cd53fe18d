import { OutriggerError } from '@outrigger/core'

/** Thrown if the input of an alert is invalid. `field` is the field to change. */
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

/** Thrown if a webhook's URL leads to a network that is not allowed. */
export class ForbiddenTargetError extends OutriggerError {
  readonly code = 'FORBIDDEN_TARGET'
  constructor(host: string) {
    super(
      `${host} is not a public address. Webhooks go to public addresses, and to networks that the operator allows (alerts.networks).`,
    )
  }
}

/** Thrown if a receiver did not accept a notification. */
export class DeliveryError extends OutriggerError {
  readonly code = 'DELIVERY_FAILED'
  override readonly retryable: boolean
  /** URL of a receiver that answered 410; null otherwise. */
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
