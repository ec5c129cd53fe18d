import { BaseError } from '../errors/baseError.ts'
import { redactUrl } from './redact.ts'

/** Where a chain is read from. Order matters: the first endpoint of a pool is its primary. */
export type EndpointConfig = {
  /** `http(s)://` address of the JSON-RPC endpoint; may carry a key, which is never shown. */
  readonly url: string
  /**
   * `ws(s)://` address for subscriptions.
   * @default the same address with the scheme exchanged; `false` to poll only.
   */
  readonly wsUrl?: string | false
  /** Shown in reports, logs and metrics. @default `primary`, `backup`, `backup2`, … */
  readonly name?: string
  /** Sent with every request, for providers that take their key in a header. */
  readonly headers?: Readonly<Record<string, string>>
}

export type EndpointRole = 'primary' | 'backup'

export type Endpoint = {
  readonly name: string
  readonly role: EndpointRole
  readonly url: string
  readonly wsUrl: string | null
  readonly headers: Readonly<Record<string, string>>
  /** The address as it may be shown. */
  readonly displayUrl: string
}

export class InvalidEndpointError extends BaseError {
  readonly code = 'INVALID_ENDPOINT'
}

/** Endpoints with names, roles and socket addresses filled in. @throws {InvalidEndpointError} */
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
  if (!URL.canParse(config.url) || !/^(?:http|ws)s?:$/.test(new URL(config.url).protocol))
    throw new InvalidEndpointError(
      `Endpoint ${index + 1} is not an http(s):// or ws(s):// URL: ${redactUrl(config.url)}. Write it as https://host/path.`,
    )
  const { wsUrl = config.url.replace(/^http/i, 'ws') } = config
  const url = config.url.replace(/^ws/i, 'http')
  // fetch refuses URLs with user info, so credentials travel as the header they stand for.
  const parsed = new URL(url)
  const credentials = parsed.username === '' && parsed.password === '' ? null : `${parsed.username}:${parsed.password}`
  parsed.username = ''
  parsed.password = ''
  return {
    name: config.name ?? (index === 0 ? 'primary' : index === 1 ? 'backup' : `backup${index}`),
    role: index === 0 ? 'primary' : 'backup',
    url: credentials === null ? url : parsed.href,
    wsUrl: wsUrl === false ? null : wsUrl,
    headers: {
      ...(credentials === null
        ? {}
        : { authorization: `Basic ${Buffer.from(decodeURIComponent(credentials)).toString('base64')}` }),
      ...config.headers,
    },
    displayUrl: redactUrl(config.url),
  }
}
