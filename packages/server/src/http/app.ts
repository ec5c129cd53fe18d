import { maxHeaderSize } from 'node:http'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Logger } from 'pino'
import type { ApiKey } from '../access/keyring.ts'
import type { Api } from '../api/api.ts'
import { contract } from '../contract/contract.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { toPathPattern } from '../contract/paths.ts'
import type { Readiness } from '../readiness.ts'
import { answerPreflight, createCors } from './cors.ts'
import { fail, failUnread, NotFoundError, toRequestId, UnsupportedHttpMethodError } from './failure.ts'
import { createGuards, type GuardParts } from './guard.ts'
import type { Metrics } from './metrics.ts'
import { basePath, mountContract } from './mount.ts'
import { mountOperations } from './operations.ts'
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

export type AppParts = GuardParts & {
  readonly api: Api
  readonly metrics: Metrics
  readonly logger: Logger
  readiness(): Readiness
  readonly bodyBytes: number
  readonly cors: false | readonly string[]
}

/** The HTTP face of a node: the contract's routes and the operator's. Listens to nothing by itself. */
export function createApp(parts: AppParts): FastifyInstance {
  const { metrics, logger } = parts
  const app = fastify({
    bodyLimit: parts.bodyBytes,
    genReqId: ({ headers }) => toRequestId(headers['x-request-id']),
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    // No shorter than a head may be, so that a value too long is refused by its route, in the shape of its area.
    routerOptions: { maxParamLength: maxHeaderSize },
    clientErrorHandler: failUnread,
    frameworkErrors: (error, request, reply) => {
      begin(request, reply)
      failed(error, request, reply)
    },
  })
  const applyCors = createCors(parts.cors)

  function begin(request: FastifyRequest, reply: FastifyReply): void {
    request.startedAtMs = performance.now()
    reply.header('x-request-id', request.id)
    applyCors(request, reply)
  }

  function failed(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    fail(reply, error, logger)
    metrics.observe(request, reply.statusCode)
  }

  app.decorateRequest('key', null)
  app.decorateRequest('startedAtMs', 0)
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply)
    done()
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setErrorHandler(failed)
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request.url)
    if (request.method === 'OPTIONS' && methods.length > 0) return answerPreflight(reply, methods)
    const path = request.url.split('?')[0] ?? ''
    throw methods.length > 0
      ? new UnsupportedHttpMethodError(request.method, methods)
      : new NotFoundError(request.method, path)
  })
  addBodyParsers(app)
  mountContract(app, { api: parts.api, guard: createGuards(parts), metrics })
  mountOperations(app, parts)
  return app
}

// An empty body is no body, whatever its type says; and OAuth clients post the grant as a form. Names of the prototype
// are as little declared as any other.
function addBodyParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('remove', 'remove')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, String(body), done),
  )
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, body === '' ? undefined : Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

const patterns = Object.values(contract).map(({ method, path }) => ({
  method,
  pattern: toPathPattern(`${basePath}${path}`),
}))

function methodsOf(url: string): readonly string[] {
  const path = url.split('?')[0] ?? ''
  const methods = new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
  return [...methods, ...(methods.has('GET') ? ['HEAD'] : [])]
}
