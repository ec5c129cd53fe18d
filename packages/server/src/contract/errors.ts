import { OutriggerError } from '@outrigger/core'
import type { ErrorShape } from './endpoint.ts'

type Outcome = {
  readonly status: number
  /** Code in the flat shape. @default the code in lower case */
  readonly flat?: string
  /** The envelope's own code and status, where it differs. */
  readonly envelope?: { readonly code: string; readonly status: number }
}

/** Every code an answer may carry and the status it comes with: the one place where statuses of errors are chosen. */
export const errorCodes = {
  INVALID_CHAIN: { status: 400, envelope: { code: 'chain_not_found', status: 404 } },
  INVALID_ADDRESS: { status: 400 },
  INVALID_PARAMETER: { status: 400 },
  UNSUPPORTED_METRIC: { status: 400 },
  INVALID_API_KEY: { status: 401 },
  INSUFFICIENT_PERMISSIONS: { status: 403 },
  /** Needs a higher tier. */
  METHOD_NOT_ALLOWED: { status: 403 },
  NOT_FOUND: { status: 404 },
  UNSUPPORTED_HTTP_METHOD: { status: 405 },
  REQUEST_TIMEOUT: { status: 408 },
  GONE: { status: 410 },
  PAYLOAD_TOO_LARGE: { status: 413 },
  UNSUPPORTED_MEDIA_TYPE: { status: 415 },
  RATE_LIMIT_EXCEEDED: { status: 429 },
  THROUGHPUT_EXCEEDED: { status: 429 },
  HEADERS_TOO_LARGE: { status: 431 },
  INTERNAL_ERROR: { status: 500 },
  NOT_AVAILABLE: { status: 501 },
  UPSTREAM_UNAVAILABLE: { status: 503, flat: 'service_unavailable' },
} as const satisfies { readonly [code: string]: Outcome }

export type ErrorCode = keyof typeof errorCodes

/** A refusal or failure the contract has a code for; its message and details are meant for the caller. */
export abstract class ContractError extends OutriggerError {
  abstract override readonly code: ErrorCode
  readonly details: object = {}
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number
}

export type Fault = { readonly path: string; readonly message: string }

export class InvalidParameterError extends ContractError {
  // Another class of this name is bundled into the command, where this one would be given a new one.
  static override readonly name: string = 'InvalidParameterError'
  readonly code = 'INVALID_PARAMETER'
  override readonly details: readonly Fault[]
  constructor(faults: readonly Fault[]) {
    super(faults.map(({ path, message }) => `${path} ${message}`).join('; '))
    this.details = faults
  }
}

/** Code and status of a failure as an area says them. */
export function toOutcome(code: ErrorCode, shape: ErrorShape): { readonly code: string; readonly status: number } {
  const outcome: Outcome = errorCodes[code]
  if (shape === 'envelope') return outcome.envelope ?? { code, status: outcome.status }
  if (shape === 'flat') return { code: outcome.flat ?? code.toLowerCase(), status: outcome.status }
  return { code, status: outcome.status }
}
