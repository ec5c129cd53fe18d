/** Body of an error: `{error, message}` · `{error: {code, message, details}}` · `{success, error, message, request_id}`. */
export type ErrorShape = 'flat' | 'nested' | 'envelope'

type Outcome = {
  readonly status: number
  /** Code in the flat shape. @default the code in lower case */
  readonly flat?: string
  /** Code and status in the envelope shape, if they differ. */
  readonly envelope?: { readonly code: string; readonly status: number }
}

/** Every error code with its HTTP status. No other place chooses the status of an error. */
export const errorCodes = {
  INVALID_CHAIN: { status: 400, envelope: { code: 'chain_not_found', status: 404 } },
  INVALID_ADDRESS: { status: 400 },
  INVALID_PARAMETER: { status: 400 },
  UNSUPPORTED_METRIC: { status: 400 },
  INVALID_API_KEY: { status: 401 },
  INSUFFICIENT_PERMISSIONS: { status: 403 },
  /** The key needs a higher tier. */
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

/** An invalid parameter. `path` is its location, such as `query.limit`. */
export type Fault = { readonly path: string; readonly message: string }

/** Returns the code and status of an error in the error shape of an area. */
export function toOutcome(code: ErrorCode, shape: ErrorShape): { readonly code: string; readonly status: number } {
  const outcome: Outcome = errorCodes[code]
  if (shape === 'envelope') return outcome.envelope ?? { code, status: outcome.status }
  if (shape === 'flat') return { code: outcome.flat ?? code.toLowerCase(), status: outcome.status }
  return { code, status: outcome.status }
}
