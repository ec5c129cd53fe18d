/** Body of an error: `{error, message}` · `{error: {code, message, details}}` · `{success, error, message, request_id}`. */
export type ErrorShape = 'flat' | 'nested' | 'envelope'

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

/** What is wrong with one parameter: `path` is where it stands, as in `query.limit`. */
export type Fault = { readonly path: string; readonly message: string }

/** Code and status of a failure as an area says them. */
export function toOutcome(code: ErrorCode, shape: ErrorShape): { readonly code: string; readonly status: number } {
  const outcome: Outcome = errorCodes[code]
  if (shape === 'envelope') return outcome.envelope ?? { code, status: outcome.status }
  if (shape === 'flat') return { code: outcome.flat ?? code.toLowerCase(), status: outcome.status }
  return { code, status: outcome.status }
}
