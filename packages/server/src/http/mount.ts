import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { Api, Caller } from '../api/api.ts'
import { contract, type ServedId } from '../contract/contract.ts'
import type { Deprecation, Endpoint, ServedEndpoint } from '../contract/endpoint.ts'
import { ContractError } from '../contract/errors.ts'
import type { createGuards } from './guard.ts'
import type { RequestMetrics } from './metrics.ts'

export const basePath = '/api'

export class NotAvailableError extends ContractError {
  readonly code = 'NOT_AVAILABLE'
  constructor({ method, path }: Endpoint) {
    super(`${method} ${path} is part of the interface but not available in this version.`)
  }
}

export class GoneError extends ContractError {
  readonly code = 'GONE'
  override readonly details: { readonly replacements: readonly string[] }
  constructor(replacements: readonly string[]) {
    super(`This endpoint was removed. Use ${replacements.join(' or ')}.`)
    this.details = { replacements }
  }
}

type MountParts = {
  readonly api: Api
  readonly guard: ReturnType<typeof createGuards>
  readonly metrics: RequestMetrics
}

/** One route per endpoint of the contract; nothing else adds routes under the base path. */
export function mountContract(app: FastifyInstance, { api, guard, metrics }: MountParts): void {
  for (const [id, endpoint] of Object.entries(contract) as [keyof typeof contract, Endpoint][]) {
    const headers = endpoint.deprecation && toDeprecationHeaders(endpoint.deprecation)
    app.route({
      method: endpoint.method,
      url: toRoutePath(endpoint.path),
      config: { id, endpoint },
      onRequest: [...(headers ? [announce(headers)] : []), ...guard(endpoint)],
      ...(endpoint.state === 'served' && { schema: toRouteSchema(endpoint) }),
      handler: endpoint.state === 'served' ? serve(api[id as ServedId], endpoint) : refuse(endpoint),
    })
  }

  function serve(fulfil: Api[ServedId], endpoint: ServedEndpoint): RouteHandlerMethod {
    const toArguments = argumentsReader(endpoint)
    const call = fulfil as (args: unknown, caller: Caller) => unknown
    return (request, reply) => {
      const result = call(toArguments(request), request)
      // What is at hand is sent at once: promises would be a tenth of a cached answer's cost.
      if (result instanceof Promise)
        result.then((value) => succeed(request, reply, value)).catch((error) => reply.send(error))
      else succeed(request, reply, result as object)
    }
  }

  function succeed(request: FastifyRequest, reply: FastifyReply, result: object): void {
    send(reply, result)
    metrics.observe(request, 200)
  }
}

// A frozen answer never changes, so its text is made once and lives as long as it does. Text and not bytes: Node sends
// a string body in one write with the head, a buffer in two.
const textOf = new WeakMap<object, string>()

function send(reply: FastifyReply, result: object): void {
  let text = textOf.get(result)
  if (text === undefined) {
    text = reply.serialize(result) as string
    if (Object.isFrozen(result)) textOf.set(result, text)
  }
  reply.header('content-type', 'application/json; charset=utf-8').send(text)
}

function refuse(endpoint: Endpoint): RouteHandlerMethod {
  return () => {
    throw endpoint.state === 'gone' ? new GoneError(endpoint.replacements) : new NotAvailableError(endpoint)
  }
}

function argumentsReader({ params, query, body }: ServedEndpoint): (request: FastifyRequest) => unknown {
  const parts = [params && 'params', query && 'query', body && 'body'].filter((part) => part !== undefined)
  const [only, ...more] = parts as ('params' | 'query' | 'body')[]
  if (only === undefined) return () => ({})
  if (more.length === 0) return (request) => request[only]
  return (request) => Object.assign({}, ...parts.map((part) => request[part as typeof only]))
}

function toRouteSchema({ params, query, body, response }: ServedEndpoint) {
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { 200: response },
  }
}

function toRoutePath(path: string): string {
  return `${basePath}${path.replace(/\{(\w+)\}/g, ':$1')}`
}

type Headers = { readonly [name: string]: string }

function toDeprecationHeaders({ since, sunset, successor }: Deprecation): Headers {
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${basePath}${successor}>; rel="successor-version"`,
  }
}

function announce(headers: Headers) {
  return (_: FastifyRequest, reply: FastifyReply, done: () => void) => {
    reply.headers(headers)
    done()
  }
}
