/** Body of an error: `{error, message}` · `{error: {code, message, details}}` · `{success, error, message, request_id}`. */
export type ErrorShape = 'flat' | 'nested' | 'envelope'

type Outcome = {
  readonly status: number
  /** When the error occurs, for the reference pages. */
  readonly meaning: string
  /** Code in the flat shape. @default the code in lower case */
  readonly flat?: string
  /** Code and status in the envelope shape, if they differ. */
  readonly envelope?: { readonly code: string; readonly status: number }
}

/** Every error code with its HTTP status. No other place chooses the status of an error. */
export const errorCodes = {
  INVALID_CHAIN: {
    status: 400,
    envelope: { code: 'chain_not_found', status: 404 },
    meaning: 'the chain is unknown, or not supported by this endpoint',
  },
  INVALID_ADDRESS: { status: 400, meaning: 'the address is malformed' },
  INVALID_PARAMETER: { status: 400, meaning: 'a parameter is missing, unknown or invalid' },
  UNSUPPORTED_METRIC: { status: 400, meaning: 'the chain does not have the metric' },
  INVALID_API_KEY: { status: 401, meaning: 'the API key is missing, unknown, expired or revoked' },
  INSUFFICIENT_PERMISSIONS: {
    status: 403,
    meaning: 'the key lacks the scope, or the IP address, Host or Origin is not allowed',
  },
  METHOD_NOT_ALLOWED: { status: 403, meaning: 'the key needs a higher tier' },
  NOT_FOUND: { status: 404, meaning: 'the requested item does not exist' },
  UNSUPPORTED_HTTP_METHOD: { status: 405, meaning: 'the path does not support the HTTP method' },
  REQUEST_TIMEOUT: { status: 408, meaning: 'the request did not arrive in time' },
  GONE: { status: 410, meaning: 'the endpoint was removed' },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: 'the body is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, meaning: 'the body is not application/json' },
  RATE_LIMIT_EXCEEDED: { status: 429, meaning: 'a limit per minute or month is reached' },
  THROUGHPUT_EXCEEDED: { status: 429, meaning: 'a limit per second is reached' },
  HEADERS_TOO_LARGE: { status: 431, meaning: 'the headers are too large' },
  INTERNAL_ERROR: { status: 500, meaning: 'the node failed unexpectedly' },
  NOT_AVAILABLE: { status: 501, meaning: 'the configuration does not enable the endpoint' },
  UPSTREAM_UNAVAILABLE: {
    status: 503,
    flat: 'service_unavailable',
    meaning: 'no provider is configured, or none returned usable data',
  },
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
