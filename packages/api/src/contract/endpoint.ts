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

/** RFC 9745 and RFC 8594. */
export type Deprecation = {
  /** ISO dates. */
  readonly since: string
  readonly sunset: string
  /** Path with query, under the REST base address. */
  readonly successor: string
}

type EndpointBase = {
  readonly area: Area
  readonly method: Method
  /** Under the REST base address, with `{name}` for path parameters. */
  readonly path: `/${string}`
  readonly summary: string
  /** `key`: every valid key · scopes: any one of them is enough. */
  readonly scopes: 'public' | 'key' | readonly [Scope, ...Scope[]]
  /** Lowest tier that may call it. */
  readonly tier?: Tier
  readonly cost: Cost
  /** Traces draw on a pool of their own. @default cu */
  readonly pool?: 'trace'
  readonly errors: ErrorShape
  readonly deprecation?: Deprecation
  /** Answers where the configuration asks for it; else 501 `NOT_AVAILABLE`. */
  readonly preview?: true
  /** Largest body, where it may be larger than those of others. */
  readonly bodyBytes?: number
  /** Filters of the area's stream and of paths beside it, which it lacks: refused, since to ignore them would answer another question. */
  readonly filtersElsewhere?: readonly string[]
}

type Nothing = t.TObject<Record<never, never>>

/** An object of any fields, records included. */
type Query = { readonly properties: t.TProperties; readonly required?: readonly string[] | undefined }

/** An endpoint that answers. Shapes are TypeBox in wire form. */
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
  /** One answer, for the reference pages. */
  readonly example: unknown
}

/** What an endpoint that does not answer would be asked. */
type EndpointInputs = {
  readonly params?: t.TObject
  readonly query?: Query
  readonly body?: t.TSchema
  /** Names of the chains it is for. */
  readonly chains?: readonly string[]
}

/** Removed: 410 `GONE` with what to call instead, in which `{name}` stands for a path parameter. */
export type GoneEndpoint = EndpointBase &
  EndpointInputs & { readonly state: 'gone'; readonly replacements: readonly string[] }

export type Endpoint = ServedEndpoint | GoneEndpoint

/** A defined endpoint, which has the query and the body that it was given. */
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

/** Arguments of an endpoint: its path, query and body fields side by side. */
export type ArgumentsOf<endpoint> =
  endpoint extends ServedEndpoint<infer params, infer query, infer body, t.TSchema>
    ? t.Static<params> & t.Static<query> & t.Static<body>
    : never

export type ResponseOf<endpoint> = endpoint extends { readonly response: infer response extends t.TSchema }
  ? t.Static<response>
  : never
