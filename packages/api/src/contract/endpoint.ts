import type * as t from 'typebox'
import type { Scope, Tier } from './access.ts'
import type { Cost } from './cost.ts'
import type { ErrorShape } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export type Area =
  | 'health'
  | 'auth'
  | 'account'
  | 'gas'
  | 'price'
  | 'blockchain'
  | 'analytics'
  | 'oracle'
  | 'mempool'
  | 'defi'
  | 'gateway'
  | 'alerts'
  | 'metrics'
  | 'integrations'
  | 'mev'

/** Deprecation of an endpoint, as announced by the headers of RFC 9745 and RFC 8594. */
export type Deprecation = {
  /** ISO date. `sunset` is also an ISO date. */
  readonly since: string
  readonly sunset: string
  /** Path with query, below the REST base address. */
  readonly successor: string
}

type EndpointBase = {
  readonly area: Area
  readonly method: Method
  /** Path below the REST base address. `{name}` is a path parameter. */
  readonly path: `/${string}`
  readonly summary: string
  /** `public`: no key needed · `key`: every valid key · scopes: a key with any of them. */
  readonly scopes: 'public' | 'key' | readonly [Scope, ...Scope[]]
  /** Lowest tier that may call it. */
  readonly tier?: Tier
  readonly cost: Cost
  /** Pool that the cost is charged to. Traces have their own pool. @default cu */
  readonly pool?: 'trace'
  readonly errors: ErrorShape
  readonly deprecation?: Deprecation
  /** Off by default. Returns 501 `NOT_AVAILABLE` unless the configuration enables it. */
  readonly preview?: true
  /** Maximum size of the body in bytes, if larger than the default. */
  readonly bodyBytes?: number
  /** Filters that related paths and streams have, but not this one. They are rejected, because ignoring them gives wrong results. */
  readonly filtersElsewhere?: readonly string[]
}

type Nothing = t.TObject<Record<never, never>>

/** An object schema with any fields, including records. */
type Query = { readonly properties: t.TProperties; readonly required?: readonly string[] | undefined }

/** A served endpoint. Its shapes are TypeBox schemas in wire form. */
export type ServedEndpoint<
  params extends t.TObject = t.TObject,
  query extends Query = Query,
  body extends t.TSchema = t.TSchema,
  response extends t.TSchema = t.TSchema,
> = EndpointBase & {
  readonly state: 'served'
  readonly params?: params
  readonly query?: query
  readonly body?: body
  readonly response: response
  /** Example response for the reference pages. */
  readonly example: unknown
}

/** Inputs of an endpoint that is not served. */
type EndpointInputs = {
  readonly params?: t.TObject
  readonly query?: Query
  readonly body?: t.TSchema
  /** Names of the chains that the endpoint supports. */
  readonly chains?: readonly string[]
}

/** A removed endpoint. It returns 410 `GONE` and its replacements, in which `{name}` is a path parameter. */
export type GoneEndpoint = EndpointBase &
  EndpointInputs & { readonly state: 'gone'; readonly replacements: readonly string[] }

export type Endpoint = ServedEndpoint | GoneEndpoint

/** A defined endpoint with the types of its query and body. */
type Defined<
  params extends t.TObject,
  query extends Query,
  body extends t.TSchema,
  response extends t.TSchema,
> = ServedEndpoint<params, query, body, response> &
  (Nothing extends query ? unknown : { readonly query: query }) &
  (Nothing extends body ? unknown : { readonly body: body })

export function defineEndpoint<
  response extends t.TSchema,
  params extends t.TObject = Nothing,
  query extends Query = Nothing,
  body extends t.TSchema = Nothing,
>(
  endpoint: Omit<ServedEndpoint<params, query, body, response>, 'state' | 'example'> & {
    readonly example: t.Static<response>
  },
): Defined<params, query, body, response> {
  return { state: 'served', ...endpoint } as Defined<params, query, body, response>
}

export function defineGone(endpoint: Omit<GoneEndpoint, 'state'>): GoneEndpoint {
  return { state: 'gone', ...endpoint }
}

/** Arguments of an endpoint: its path, query and body fields in one object. */
export type ArgumentsOf<endpoint> =
  endpoint extends ServedEndpoint<infer params, infer query, infer body, t.TSchema>
    ? t.Static<params> & t.Static<query> & t.Static<body>
    : never

export type ResponseOf<endpoint> = endpoint extends { readonly response: infer response extends t.TSchema }
  ? t.Static<response>
  : never
