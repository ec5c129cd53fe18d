import * as t from 'typebox'
import { scopes } from './access.ts'
import { contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'
import { type ErrorCode, type ErrorShape, toOutcome } from './errors.ts'

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
    description: 'A node; the one that runs names itself in its own copy',
    variables: { host: { default: '127.0.0.1' }, port: { default: '8787' } },
  },
]

export type OpenApiParameters = {
  /** Of the node that fulfils it. */
  readonly version: string
  /** Server objects of the document. @default one with variables for host and port */
  readonly servers?: readonly object[]
}

/** The contract as an OpenAPI 3.1 document. TypeBox schemas are JSON Schema 2020-12, so they go in as they are. */
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
        bearer: { type: 'http', scheme: 'bearer', description: 'The API key, not a token' },
      },
      responses: Object.fromEntries(
        Object.entries(errorSchemas).map(([shape, schema]) => [
          shape,
          { description: 'Refused or failed', content: { 'application/json': { schema } } },
        ]),
      ),
    },
    'x-scopes': scopes,
  }
}

function toOperation(id: string, endpoint: Endpoint): object {
  const { area, summary, scopes, errors, cost, tier, deprecation } = endpoint
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
      ...Object.fromEntries(
        statusesOf(endpoint).map((status) => [status, { $ref: `#/components/responses/${errors}` }]),
      ),
    },
  }
}

/** A copy whose objects say that unknown fields are refused, unless they say otherwise. */
function toClosed(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map(toClosed)
  const copy = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, toClosed(part)]))
  return 'properties' in schema && 'type' in schema && schema.type === 'object'
    ? { additionalProperties: false, ...copy }
    : copy
}

/** A missing body has no fields. */
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

function statusesOf(endpoint: Endpoint): number[] {
  const codes: ErrorCode[] = ['RATE_LIMIT_EXCEEDED', 'INTERNAL_ERROR']
  if (endpoint.scopes !== 'public') codes.push('INVALID_API_KEY', 'INSUFFICIENT_PERMISSIONS')
  if (endpoint.preview) codes.push('NOT_AVAILABLE')
  if (endpoint.state === 'gone') codes.push('GONE')
  if (endpoint.state === 'served' && endpoint.params) codes.push('NOT_FOUND')
  if (endpoint.state === 'served' && (endpoint.params ?? endpoint.query ?? endpoint.body))
    codes.push('INVALID_PARAMETER')
  if (['oracle', 'mempool', 'defi'].includes(endpoint.area)) codes.push('UPSTREAM_UNAVAILABLE')
  return [...new Set(codes.map((code) => toOutcome(code, endpoint.errors).status))].sort((a, b) => a - b)
}
