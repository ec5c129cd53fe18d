import { maxHeaderSize } from 'node:http'
import { contract, type Endpoint, streams } from '@outrigger/api/contract'
import { toPathPattern } from '@outrigger/api/internal'
import { findChainName } from '@outrigger/core/internal'
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Logger } from 'pino'
import type { ApiKey } from '../access/keyring.ts'
import type { Api } from '../api/fulfilment.ts'
import type { Durations } from '../metrics/durations.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { RequestCounts } from '../metrics/requestCounts.ts'
import type { Tracing } from '../metrics/tracing.ts'
import type { Readiness } from '../node/readiness.ts'
import type { HostCheck } from './caller/hostCheck.ts'
import { moveKeyToHeader } from './caller/pathKey.ts'
import { type ChargingParts, createCharging } from './charging.ts'
import { type CorsOrigins, createCors, preflightHeaders } from './cors.ts'
import { mountConsole } from './dashboard/mountConsole.ts'
import { type DashboardParts, mountDashboard } from './dashboard/mountDashboard.ts'
import {
  fail,
  failUnread,
  NotFoundError,
  NotTheGatewayError,
  NoUpgradeError,
  routeOf,
  toRequestId,
  UnsupportedHttpMethodError,
} from './failure.ts'
import type { Gateway } from './gateway/gateway.ts'
import { createGuards, type GuardParts } from './guard.ts'
import { mountMcp } from './mcp.ts'
import { basePath, mountContract } from './mount.ts'
import { mountOperations } from './operations.ts'
import { traceRequest } from './traceRequest.ts'
import { validatorCompiler } from './validate.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Bounded name of the route, for logs and metrics. */
    id?: string
    endpoint?: Endpoint
  }
  interface FastifyRequest {
    key: ApiKey | null
    startedAtMs: number
  }
}

export type AppParts = GuardParts &
  ChargingParts & {
    readonly api: Api
    readonly metrics: Metrics
    readonly durations: Durations
    readonly requests: RequestCounts
    readonly tracing: Tracing | null
    readonly logger: Logger
    readiness(): Readiness
    /** Undefined if the dashboard is disabled or not built. */
    readonly dashboard: DashboardParts | undefined
    readonly cors: CorsOrigins
    /** @throws {UnknownHostError} */
    readonly checkHost: HostCheck
    /** Returns the URL of the gateway, or null until it listens. */
    toGatewayUrl(): string | null
    readonly describeGateway: Gateway['describe']
    readonly answerCall: Gateway['answer']
  }

/** Largest body of a request, unless its endpoint takes larger ones. */
const bodyBytes = 262_144

/** Creates the HTTP server of a node: the contract's routes and the operator's. Does not listen yet. */
export function createApp(parts: AppParts): FastifyInstance {
  const { logger } = parts
  const observe = createObserver(parts)
  const guards = createGuards(parts)
  const app = fastify({
    bodyLimit: bodyBytes,
    genReqId: ({ headers }) => toRequestId(headers['x-request-id']),
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    // As long as a head may be. The route itself then rejects a value that is too long, in the error shape of its area.
    routerOptions: { maxParamLength: maxHeaderSize },
    clientErrorHandler: failUnread,
    frameworkErrors: (error, request, reply) => {
      begin(request, reply)
      // A malformed path matches no route, so look up the endpoint by the shape of the path.
      const endpoints = endpointsOf(request.url.split('?')[0] ?? '')
      const endpoint = endpoints.find(({ method }) => method === request.method)
      answerFailure(error, reply, endpoint)
    },
  })
  // A caller that confuses this port with the gateway's may send a key in the path.
  app.server.prependListener('request', moveKeyToHeader)
  const toCorsHeaders = createCors(parts.cors)

  function begin(request: FastifyRequest, reply: FastifyReply): void {
    request.startedAtMs = performance.now()
    reply.header('x-request-id', request.id)
    const { origin } = request.headers
    if (origin !== undefined) reply.headers(toCorsHeaders(origin))
  }

  function answerFailure(error: unknown, reply: FastifyReply, endpoint: Endpoint | undefined): void {
    fail(reply, error, { logger, endpoint })
    observe(reply.request, reply.statusCode)
  }

  app.decorateRequest('key', null)
  app.decorateRequest('startedAtMs', 0)
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply)
    const { tracing } = parts
    const next = () =>
      tracing === null
        ? done()
        : traceRequest(tracing, { request: request.raw, response: reply.raw }, () => routeOf(request), done)
    const checked = parts.checkHost(request.raw)
    if (checked instanceof Promise) checked.then(next, done)
    else next()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const headers = guards.headersOf(request)
    for (let index = 0; index < headers.length; index += 2) reply.header(headers[index] ?? '', headers[index + 1])
    if (typeof payload === 'string') parts.requests.countBytes(Buffer.byteLength(payload))
    done(null, payload)
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setErrorHandler((error, { routeOptions }, reply) => answerFailure(error, reply, routeOptions.config.endpoint))
  app.setNotFoundHandler(createNotFoundHandler(parts))
  addBodyParsers(app)
  mountContract(app, { ...parts, guards, charging: createCharging(parts), observe })
  mountMcp(app, { guards, cors: parts.cors })
  mountOperations(app, parts)
  if (parts.dashboard) {
    mountDashboard(app, { ...parts.dashboard, keyless: parts.keyless })
    mountConsole(app, { ...parts, ...parts.dashboard })
  }
  return app
}

/** Answers preflights. For other requests it explains why the path has no route. */
function createNotFoundHandler({ cors, toGatewayUrl }: AppParts) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? ''
    const endpoints = endpointsOf(path)
    const methods = methodsOf(endpoints)
    if (request.method === 'OPTIONS' && methods.length > 0) {
      const isNamed = cors !== false && cors.includes(request.headers.origin ?? '')
      // Without a key, only pages of this node and of listed origins may send JSON. See the guard.
      const takesJson = isNamed || endpoints.every(({ scopes }) => scopes !== 'public')
      return reply.code(204).headers(preflightHeaders(methods, takesJson)).send()
    }
    if (streamPatterns.some((pattern) => pattern.test(path))) throw new NoUpgradeError()
    if (gatewayPath.test(path)) throw new NotTheGatewayError(path, toGatewayUrl())
    throw methods.length > 0
      ? new UnsupportedHttpMethodError(request.method, methods)
      : new NotFoundError(request.method, path)
  }
}

/** Records the duration of an answer under its endpoint's id, never its path. */
function createObserver({ durations, requests }: AppParts): (request: FastifyRequest, status: number) => void {
  return (request, status) => {
    const seconds = (performance.now() - request.startedAtMs) / 1000
    durations.observe(routeOf(request), status, seconds)
    const area = request.routeOptions.config.endpoint?.area ?? 'other'
    const { chain } = (request.params ?? {}) as { readonly chain?: string }
    requests.observe({ area, hasKey: request.key !== null, chain: chain && findChainName(chain), seconds })
    requests.countBytes(Number(request.headers['content-length']) || 0)
  }
}

// An empty body counts as no body, whatever its type. OAuth clients post the grant as a form. curl sends JSON with the type of a
// form. `__proto__` and `constructor` are dropped.
function addBodyParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('remove', 'remove')
  // Rejects plain text like an unknown type.
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, String(body), done),
  )
  const form = 'application/x-www-form-urlencoded'
  app.addContentTypeParser(form, { parseAs: 'string' }, (_, body, done) => {
    const text = String(body)
    if (/^\s*[{[]/.test(text)) return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(form))
    done(null, text === '' ? undefined : Object.fromEntries(new URLSearchParams(text)))
  })
}

const patterns = Object.values(contract).map((endpoint: Endpoint) => ({
  endpoint,
  pattern: toPathPattern(`${basePath}${endpoint.path}`),
}))
const streamPatterns = Object.values(streams).map(({ path }) => toPathPattern(path))
const gatewayPath = /^\/[\w-]+\/(?:rpc|ws|beacon(?:\/.*)?)$/

function endpointsOf(path: string): readonly Endpoint[] {
  return patterns.filter(({ pattern }) => pattern.test(path)).map(({ endpoint }) => endpoint)
}

function methodsOf(endpoints: readonly Endpoint[]): readonly string[] {
  const methods = new Set<string>(endpoints.map(({ method }) => method))
  return [...methods, ...(methods.has('GET') ? ['HEAD'] : [])]
}
