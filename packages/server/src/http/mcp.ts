import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify'
import { InvalidParameterError, ServiceError } from '../errors/serviceError.ts'
import { loadHttp } from '../mcp/load.ts'
import { isSameOrigin } from './caller/keyless.ts'
import { type CorsOrigins, preflightHeaders } from './cors.ts'
import { UnsupportedHttpMethodError } from './failure.ts'
import type { Guards } from './guard.ts'

export const mcpPath = '/mcp'

/** Largest message: two transactions of 128 KiB in hexadecimal. */
const bodyLimit = 540_672

class McpPageRefusedError extends ServiceError {
  readonly code = 'INSUFFICIENT_PERMISSIONS'
  constructor() {
    super('This page may not use MCP. Add its origin to the setting cors of the node. `*` is not enough.')
  }
}

/** Headers that identify the caller to the routes of the node. Cookies are for the dashboard only. */
const callerHeaders = [
  ...['host', 'authorization', 'x-api-key', 'origin', 'sec-fetch-site'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'],
] as const

/**
 * Serves the Model Context Protocol as streamable HTTP without sessions. Tools request the routes of the contract with the
 * headers of the caller, so that keys, scopes, rates and costs are the same as for a program that requests them.
 */
export function mountMcp(
  app: FastifyInstance,
  { guards, cors }: { readonly guards: Guards; readonly cors: CorsOrigins },
): void {
  const config = { id: 'mcp' }
  const checkOrigin = createOriginCheck(cors)
  const requireKey = guards.hooksOf({ scopes: 'key', area: 'account', method: 'POST' })

  app.post(mcpPath, { config, bodyLimit, onRequest: [checkOrigin, ...requireKey] }, async (request, reply) => {
    if (Array.isArray(request.body))
      throw new InvalidParameterError([{ path: 'body', message: 'is a batch. Send one message per request' }])
    const answerHttp = await loadHttp()
    const connection = { baseUrl: 'http://node/api', fetch: createOwnFetch(app, request) }
    const answer = await answerHttp(toWebRequest(request), request.body, connection)
    return reply
      .code(answer.status)
      .headers(Object.fromEntries(answer.headers))
      .send(await answer.text())
  })
  app.options(mcpPath, { config, onRequest: [checkOrigin] }, (_: FastifyRequest, reply: FastifyReply) => {
    const allowed = preflightHeaders(['POST'])
    const names = `${allowed['access-control-allow-headers']}, MCP-Protocol-Version, Mcp-Session-Id`
    return reply.code(204).headers(allowed).header('access-control-allow-headers', names).send()
  })
  // No stream of messages from the node, and no session to end.
  app.route({
    method: ['GET', 'DELETE'],
    url: mcpPath,
    config,
    handler: ({ method }) => {
      throw new UnsupportedHttpMethodError(method, ['POST'])
    },
  })
}

/**
 * Rejects pages of other origins, with and without a key, as the protocol demands. `*`, the default of the setting, lets pages
 * read answers, but names no page that may call tools. Programs send no `Origin`.
 */
function createOriginCheck(cors: CorsOrigins) {
  const allowed = cors === false ? [] : cors
  return async ({ headers: { origin, host } }: FastifyRequest): Promise<void> => {
    if (origin === undefined || isSameOrigin(origin, host) || allowed.includes(origin)) return
    throw new McpPageRefusedError()
  }
}

function toWebRequest({ method, headers }: FastifyRequest): Request {
  const known = ['accept', 'content-type', 'mcp-protocol-version'] as const
  const kept = known.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]] as const] : []))
  return new Request(`http://node${mcpPath}`, { method, headers: Object.fromEntries(kept) })
}

/** Creates a `fetch` that requests the routes of this process as the caller of a request. */
function createOwnFetch(app: FastifyInstance, { headers, socket }: FastifyRequest): typeof globalThis.fetch {
  const caller = Object.fromEntries(callerHeaders.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])))
  return async (input, init = {}) => {
    const { pathname, search } = new URL(String(input))
    const isJson = typeof init.body === 'string'
    const answer = await app.inject({
      method: (init.method ?? 'GET') as InjectOptions['method'],
      url: pathname + search,
      headers: { ...caller, ...(isJson && { 'content-type': 'application/json' }) },
      ...(isJson && { payload: init.body }),
      remoteAddress: socket.remoteAddress ?? '',
    } as InjectOptions)
    const id = answer.headers['x-request-id']
    return new Response(answer.body, { status: answer.statusCode, headers: { 'x-request-id': String(id) } })
  }
}
