/** Origins whose pages may read answers. `*` allows all. */
export type CorsOrigins = false | readonly string[]

type Headers = { readonly [name: string]: string }

const exposed = [
  ...['X-Request-Id', 'Retry-After', 'Deprecation', 'Sunset', 'Link', 'RateLimit', 'RateLimit-Policy'],
  ...['CU-Limit', 'CU-Remaining', 'CU-Used', 'CU-Reset', 'Trace-CU-Limit', 'Trace-CU-Remaining'].map(
    (name) => `X-RateLimit-${name}`,
  ),
  ...['Provider', 'Attempts', 'Cache', 'Age', 'Compute-Units', 'Unconfirmed'].map((name) => `X-Outrigger-${name}`),
].join(', ')
const none: Headers = {}

/** Lets pages of the listed origins read answers. A request without `Origin` is not from a page and needs no header. */
export function createCors(origins: CorsOrigins): (origin: string | undefined) => Headers {
  const allowed = origins === false ? [] : origins
  return (origin) => {
    if (origin === undefined) return none
    const own = { 'access-control-expose-headers': exposed }
    if (allowed.includes('*')) return { 'access-control-allow-origin': '*', ...own }
    return allowed.includes(origin) ? { 'access-control-allow-origin': origin, vary: 'Origin', ...own } : none
  }
}

/**
 * Returns the headers of a preflight, which browsers send before a request with a key or a JSON body.
 *
 * @param methods the methods of the path
 * @param takesJson whether the path accepts `Content-Type: application/json`
 */
export function preflightHeaders(methods: readonly string[], takesJson = true): Headers {
  return {
    allow: methods.join(', '),
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': `X-API-Key, Authorization, X-Request-Id${takesJson ? ', Content-Type' : ''}`,
    'access-control-max-age': '600',
  }
}
