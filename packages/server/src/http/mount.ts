import { contract, type Endpoint, type ServedEndpoint, type ServedId } from '@outrigger/api/contract'
import { getChain, isChainName } from '@outrigger/core'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import * as t from 'typebox'
import type { Api, Caller } from '../api/fulfilment.ts'
import { ServiceError } from '../errors/serviceError.ts'
import { InvalidChainError } from '../node/chainErrors.ts'
import { toEvmAddress } from '../node/evmAddress.ts'
import { createArgumentsReader } from './arguments.ts'
import type { createCharging } from './charging.ts'
import type { Guards } from './guard.ts'

export const basePath = '/api'

export class GoneError extends ServiceError {
  readonly code = 'GONE'
  override readonly details: { readonly replacements: readonly string[] }
  constructor(replacements: readonly string[]) {
    super(`This endpoint was removed. Use ${replacements.join(' or ')}.`)
    this.details = { replacements }
  }
}

type MountParts = {
  readonly api: Api
  readonly guards: Guards
  readonly charging: ReturnType<typeof createCharging>
  readonly observe: (request: FastifyRequest, status: number) => void
}

/** Adds one route per endpoint of the contract. No other code adds routes under the base path. */
export function mountContract(app: FastifyInstance, { api, guards, charging, observe }: MountParts): void {
  for (const [id, endpoint] of Object.entries(contract) as [keyof typeof contract, Endpoint][]) {
    const headers = endpoint.deprecation && toDeprecationHeaders(endpoint.deprecation)
    app.route({
      method: endpoint.method,
      url: toRoutePath(endpoint.path),
      config: { id, endpoint },
      onRequest: [...(headers ? [announce(headers)] : []), ...guards.hooksOf(endpoint)],
      schema: toRouteSchema(endpoint),
      ...(endpoint.bodyBytes !== undefined && { bodyLimit: endpoint.bodyBytes }),
      handler: endpoint.state === 'served' ? serve(id as ServedId, endpoint) : refuse(endpoint),
    })
  }

  function serve(id: ServedId, endpoint: ServedEndpoint): RouteHandlerMethod {
    const toArguments = createArgumentsReader(endpoint)
    const begin = charging(id, endpoint)
    const call = api[id] as (args: unknown, caller: Caller) => unknown
    return (request, reply) => {
      const args = toArguments(request)
      const end = begin(request, args)
      const succeed = (result: object) => {
        end('ok')
        send(reply, result)
        observe(request, 200)
      }
      const fail = (error: unknown) => {
        end('failed')
        reply.send(error)
      }
      try {
        const result = call(args, request)
        // A synchronous result is sent immediately, because promises would be 10 % of the cost of a cached answer.
        if (result instanceof Promise) result.then(succeed, fail)
        else succeed(result as object)
      } catch (error) {
        fail(error)
      }
    }
  }
}

// A frozen answer never changes, so it is serialized once. It is text rather than bytes because Node sends a string body in one
// write with the head, and a buffer in two.
const textOf = new WeakMap<object, string>()

function send(reply: FastifyReply, result: object): void {
  let text = textOf.get(result)
  if (text === undefined) {
    text = reply.serialize(result) as string
    if (Object.isFrozen(result)) textOf.set(result, text)
  }
  reply.header('content-type', 'application/json; charset=utf-8').send(text)
}

/** Rejects a removed endpoint after checking its parameters. */
function refuse(endpoint: Exclude<Endpoint, ServedEndpoint>): RouteHandlerMethod {
  const toArguments = createArgumentsReader(endpoint)
  return (request) => {
    const args = toArguments(request)
    const { chain, address } = args
    if (typeof chain === 'string' && endpoint.chains !== undefined) requireChain(chain, endpoint.chains)
    // Other families have other address formats.
    if (typeof address === 'string' && isEvmChain(chain)) toEvmAddress(address)
    throw new GoneError(
      endpoint.replacements.map((path) => path.replace(/\{(\w+)\}/g, (_, name: string) => String(args[name]))),
    )
  }
}

function isEvmChain(chain: unknown): boolean {
  return typeof chain === 'string' && isChainName(chain) && getChain(chain).family === 'evm'
}

function requireChain(chain: string, supported: readonly string[]): void {
  if (!supported.includes(chain)) throw new InvalidChainError(chain, supported)
}

const noFields = t.Object({})

function toRouteSchema(endpoint: Endpoint) {
  const { method, params, query, body } = endpoint
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    // An endpoint without a body accepts no body fields.
    ...(method !== 'GET' && { body: body ?? noFields }),
    ...(endpoint.state === 'served' && { response: { 200: endpoint.response } }),
  }
}

function toRoutePath(path: string): string {
  return `${basePath}${path.replace(/\{(\w+)\}/g, ':$1')}`
}

type Headers = { readonly [name: string]: string }

function toDeprecationHeaders({ since, sunset, successor }: NonNullable<Endpoint['deprecation']>): Headers {
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
