import * as t from 'typebox'
import { scopes } from './access.ts'
import { contract } from './contract.ts'
import type { Area, Endpoint } from './endpoint.ts'
import { type ErrorCode, type ErrorShape, errorCodes, toOutcome } from './errors.ts'

const errorSchemas: { readonly [shape in ErrorShape]: t.TSchema } = {
  flat: t.Object({ error: t.String(), message: t.String() }),
  nested: t.Object({ error: t.Object({ code: t.String(), message: t.String(), details: t.Unknown() }) }),
  envelope: t.Object({
    success: t.Literal(false),
    error: t.String(),
    message: t.String(),
    request_id: t.String(),
  }),
}

const anyServer = [
  {
    url: 'http://{host}:{port}/api',
    description: 'A node. The copy that a running node serves has its own URL',
    variables: { host: { default: '127.0.0.1' }, port: { default: '8787' } },
  },
]

export type OpenApiParameters = {
  /** Version of the node. */
  readonly version: string
  /** Server objects of the document. @default one server with variables for host and port */
  readonly servers?: readonly object[]
}

/** Returns the contract as an OpenAPI 3.1 document. TypeBox schemas are JSON Schema 2020-12 and are included unchanged. */
export function toOpenApi({ version, servers = anyServer }: OpenApiParameters): object {
  const paths: { [path: string]: { [method: string]: object } } = {}
  for (const [id, endpoint] of Object.entries(contract) as [string, Endpoint][])
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: toOperation(id, endpoint) }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Outrigger',
      version,
      description: 'On-chain data for trading bots. Gas prices are in gwei, timestamps ISO 8601 in UTC.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers,
    tags: [...new Set(Object.values(contract).map(({ area }) => area))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer', description: 'API key, not a token' },
      },
      responses: Object.fromEntries(
        Object.entries(errorSchemas).map(([shape, schema]) => [
          shape,
          {
            description: 'The request was rejected or failed. The error code says why',
            content: { 'application/json': { schema } },
          },
        ]),
      ),
    },
    'x-scopes': scopes,
  }
}

function toOperation(id: string, endpoint: Endpoint): object {
  const { area, summary, scopes, cost, tier, deprecation } = endpoint
  return {
    operationId: id,
    tags: [area],
    summary,
    ...(endpoint.state === 'gone' && { description: `Removed. Use ${endpoint.replacements.join(' or ')}.` }),
    ...((deprecation || endpoint.state === 'gone') && { deprecated: true }),
    security: scopes === 'public' ? [] : [{ apiKey: [] }, { bearer: [] }],
    ...(Array.isArray(scopes) && { 'x-required-scopes': scopes }),
    ...(tier && { 'x-required-tier': tier }),
    'x-compute-units': cost,
    'x-availability': endpoint.state,
    parameters: toParameters(endpoint),
    ...(endpoint.body && {
      requestBody: {
        required: needsBody(endpoint.body),
        content: { 'application/json': { schema: toClosed(endpoint.body) } },
      },
    }),
    responses: {
      ...(endpoint.state === 'served' && {
        200: {
          description: summary,
          content: { 'application/json': { schema: endpoint.response, example: endpoint.example } },
        },
      }),
      ...toErrorResponses(endpoint),
    },
  }
}

/** Returns a copy whose objects reject unknown fields, unless they allow them explicitly. */
function toClosed(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map(toClosed)
  const copy = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, toClosed(part)]))
  return 'properties' in schema && 'type' in schema && schema.type === 'object'
    ? { additionalProperties: false, ...copy }
    : copy
}

/** Returns true if an endpoint requires a body, which is the case if the body has required fields. */
const needsBody = (body: object): boolean =>
  !('properties' in body) || ('required' in body && Array.isArray(body.required) && body.required.length > 0)

function toParameters(endpoint: Endpoint): object[] {
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: endpoint.params?.properties[name] ?? { type: 'string' },
  }))
  const inQuery = Object.entries(endpoint.query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: endpoint.query?.required?.includes(name) ?? false,
    schema,
  }))
  return [...inPath, ...inQuery]
}

/** Errors of unreadable HTTP requests, before the operation is known. They always have the nested shape. */
const unread: readonly ErrorCode[] = ['REQUEST_TIMEOUT', 'HEADERS_TOO_LARGE']

/** Areas that need no provider, except for requests about a chain. */
const withoutUpstream: readonly Area[] = ['health', 'auth', 'account', 'alerts', 'metrics']

function toErrorResponses(endpoint: Endpoint): { readonly [status: number]: object } {
  const responses: { [status: number]: { readonly $ref: string; readonly description: string } } = {}
  const add = (code: ErrorCode, shape: ErrorShape) => {
    const outcome = toOutcome(code, shape)
    const meaning = `\`${outcome.code}\`: ${errorCodes[code].meaning}`
    const earlier = responses[outcome.status]
    responses[outcome.status] = {
      $ref: `#/components/responses/${shape}`,
      description: earlier === undefined ? meaning : `${earlier.description}; ${meaning}`,
    }
  }
  for (const code of new Set(codesOf(endpoint))) add(code, endpoint.errors)
  for (const code of unread) add(code, 'nested')
  return responses
}

function codesOf(endpoint: Endpoint): ErrorCode[] {
  const { area, method, params, query, body, preview, scopes, state, tier } = endpoint
  // Requests with an unknown host or from another origin are rejected, even without a key.
  const codes: ErrorCode[] = ['RATE_LIMIT_EXCEEDED', 'INTERNAL_ERROR', 'INSUFFICIENT_PERMISSIONS']
  if (scopes !== 'public') codes.push('INVALID_API_KEY', 'THROUGHPUT_EXCEEDED')
  if (tier !== undefined) codes.push('METHOD_NOT_ALLOWED')
  if (params ?? query ?? body) codes.push('INVALID_PARAMETER')
  if ([params, query, body].some(hasAddress)) codes.push('INVALID_ADDRESS')
  if (has(query, 'metric')) codes.push('UNSUPPORTED_METRIC')
  const namesChain = [params, query, body].some(hasChain)
  if (namesChain) codes.push('INVALID_CHAIN')
  // Applies without a declared body too, because a body with fields is rejected.
  if (method !== 'GET') codes.push('INVALID_PARAMETER', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE')
  if (preview) codes.push('NOT_AVAILABLE')
  if (state === 'gone') return [...codes, 'GONE']
  if (params) codes.push('NOT_FOUND')
  if (namesChain || !withoutUpstream.includes(area)) codes.push('UPSTREAM_UNAVAILABLE')
  return codes
}

const chainFields = ['chain', 'chains', 'chain_id']
const addressFields = ['address', 'from', 'to', 'from_address', 'to_address', 'from_token', 'to_token']

const hasChain = (schema: t.TSchema | undefined): boolean => chainFields.some((name) => has(schema, name))
const hasAddress = (schema: t.TSchema | undefined): boolean => addressFields.some((name) => has(schema, name))

function has(schema: t.TSchema | undefined, field: string): boolean {
  const { properties = {} } = (schema ?? {}) as Partial<t.TObject>
  return field in properties
}
