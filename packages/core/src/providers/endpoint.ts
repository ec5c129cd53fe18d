import { OutriggerError } from '../errors/outriggerError.ts'
import { looksRandom, redactUrl } from './redact.ts'

/** Address and limits of one provider. The first endpoint of a pool is its primary. */
export type EndpointConfig = {
  /** `http(s)://` address of the JSON-RPC endpoint. It may contain an API key, which is never shown. */
  readonly url: string
  /**
   * `ws(s)://` address for subscriptions, or `false` to poll only.
   * @default `url` with the scheme replaced
   */
  readonly wsUrl?: string | false
  /** Shown in reports, logs and metrics. @default `primary`, `backup`, `backup2`, … */
  readonly name?: string
  /** Sent with every request, for providers that expect their key in a header. */
  readonly headers?: Readonly<Record<string, string>>
  /** Calls per second that the plan allows. Further calls go to the other endpoints. @default no limit */
  readonly requestsPerSecond?: number
  /**
   * Largest JSON-RPC batch; 1 turns batching off. Batches are used while more than eight calls are in flight, and grow only
   * as far as the provider accepts them. @default 32
   */
  readonly maxBatch?: number
}

export type EndpointRole = 'primary' | 'backup'

export type Endpoint = {
  readonly name: string
  readonly role: EndpointRole
  readonly url: string
  /** Path and query of `url`. */
  readonly path: string
  readonly wsUrl: string | null
  readonly headers: Readonly<Record<string, string>>
  /** The redacted address, for messages and reports. */
  readonly displayUrl: string
  /** Parts of the address and headers that may be keys. They are removed from everything the endpoint sends. */
  readonly secrets: readonly string[]
  /** Calls per second. `Infinity` means no limit. */
  readonly requestsPerSecond: number
  readonly maxBatch: number
}

/**
 * The endpoints of a pool cannot be used because the list is empty, two names are equal, or a URL, header or limit is
 * invalid. Thrown before any request. Correct the settings of the endpoint in the message.
 */
export class InvalidEndpointError extends OutriggerError {
  readonly code = 'INVALID_ENDPOINT'
}

/** Returns the endpoints with their names, roles and socket addresses. @throws {InvalidEndpointError} */
export function toEndpoints(configs: readonly (string | EndpointConfig)[]): readonly Endpoint[] {
  if (configs.length === 0) throw new InvalidEndpointError('A provider pool needs at least one endpoint URL.')
  const endpoints = configs.map((config, index) =>
    toEndpoint(typeof config === 'string' ? { url: config } : config, index),
  )
  const names = new Set(endpoints.map(({ name }) => name))
  if (names.size < endpoints.length) throw new InvalidEndpointError('Two endpoints of one pool have the same name.')
  return endpoints
}

function toEndpoint(config: EndpointConfig, index: number): Endpoint {
  const which = `Endpoint ${index + 1}`
  const url = toUrl(config?.url, which)
  const socketUrl =
    config.wsUrl === false ? null : toUrl(config.wsUrl ?? config.url.replace(/^http/i, 'ws'), `The socket of ${which}`)
  const headers = { ...toCredentials(url, which), ...config.headers }
  const { name = toDefaultName(index), requestsPerSecond = Number.POSITIVE_INFINITY, maxBatch = 32 } = config
  requireHeaders(headers, which)
  if (!/^[\x20-\x7e]{1,64}$/.test(name))
    throw new InvalidEndpointError(
      `The name of ${which} must be 1 to 64 printable ASCII characters, because it is sent in headers.`,
    )
  if (!(requestsPerSecond > 0) || !Number.isInteger(maxBatch) || maxBatch < 1)
    throw new InvalidEndpointError(`${which} needs requestsPerSecond above 0 and maxBatch of at least 1.`)
  const secrets = new Set([
    ...toSecrets(url),
    ...(socketUrl === null ? [] : toSecrets(socketUrl)),
    ...Object.values(headers)
      .flatMap((value) => value.split(' '))
      .filter(isLong),
  ])
  // fetch rejects URLs with user info, so credentials are sent as the `authorization` header.
  url.username = ''
  url.password = ''
  return {
    name,
    role: index === 0 ? 'primary' : 'backup',
    url: url.href.replace(/^ws/, 'http').replace(/\/$/, url.pathname === '/' && url.search === '' ? '' : '/'),
    path: `${url.pathname}${url.search}`,
    wsUrl: socketUrl?.href ?? null,
    headers,
    displayUrl: redactUrl(config.url),
    secrets: [...secrets],
    requestsPerSecond,
    maxBatch,
  }
}

function toDefaultName(index: number): string {
  if (index === 0) return 'primary'
  return index === 1 ? 'backup' : `backup${index}`
}

function requireHeaders(headers: Readonly<Record<string, string>>, which: string): void {
  for (const [name, value] of Object.entries(headers))
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw new InvalidEndpointError(`${which} has a header "${name}" that HTTP cannot carry. Check for line breaks.`)
}

// Shorter parts are words such as `v2`, `rpc` or `mainnet`, unless they contain characters that words do not.
const isLong = (part: string): boolean => part.length >= 8
const isKeyLike = (part: string): boolean => isLong(part) || /^(?=.*[A-Za-z])(?=.*[^a-z-]).{4,}$/.test(part)

/** @param text undefined from JavaScript, and from `process.env.URL!` without the variable */
function toUrl(text: string | undefined, which: string): URL {
  if (typeof text !== 'string' || text.trim() === '')
    throw new InvalidEndpointError(`The URL of ${which} is empty: is the variable set?`)
  if (!URL.canParse(text) || !/^(?:http|ws)s?:$/.test(new URL(text).protocol)) {
    const meant = withScheme(text)
    throw new InvalidEndpointError(
      meant === undefined
        ? `${which} is not an http(s):// or ws(s):// URL: ${redactUrl(text)}. Write it as https://host/path.`
        : `${which} has no http(s):// or ws(s)://: did you mean ${redactUrl(meant)}?`,
    )
  }
  const url = new URL(text)
  if (url.hostname.includes(','))
    throw new InvalidEndpointError(`${which} has a comma in its host. Write the scheme before each URL of a list.`)
  url.hash = ''
  return url
}

/** Returns the most likely URL for an address without a scheme. */
function withScheme(text: string): string | undefined {
  const host = /^[\w-]+(?:\.[\w-]+)*(?::\d{1,5})?(?=[/?]|$)/.exec(text)?.[0] ?? ''
  if (!/[.:]|^localhost$/.test(host)) return undefined
  const isNear = /^(?:localhost|127\.|10\.|192\.168\.)|^[\w-]+:/.test(host)
  return `${isNear ? 'http' : 'https'}://${text}`
}

function toCredentials({ username, password }: URL, which: string): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {}
  try {
    const credentials = decodeURIComponent(`${username}:${password}`)
    return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
  } catch (cause) {
    throw new InvalidEndpointError(`${which} has user info that is not percent-encoded properly.`, { cause })
  }
}

function toSecrets({ username, password, hostname, pathname, searchParams }: URL): readonly string[] {
  const labels = hostname.split('.').filter(looksRandom)
  return [...labels, ...[username, password, ...pathname.split('/'), ...searchParams.values()].filter(isKeyLike)]
}
