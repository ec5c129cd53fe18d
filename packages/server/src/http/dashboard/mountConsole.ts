import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { gatewayLimits } from '../../gateway/limits.ts'
import type { Keyless } from '../caller/keyless.ts'
import { authorise } from '../gateway/authorise.ts'
import type { Exchange } from '../gateway/exchange.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { requireOwnPage } from './mountDashboard.ts'
import type { Sessions } from './sessions.ts'

type Parts = {
  readonly sessions: Pick<Sessions, 'find'>
  readonly keyless: Keyless
  readonly answerCall: Gateway['answer']
}

/**
 * Serves `POST /dashboard/console/{chain}`: JSON-RPC for the console of the page, which may connect to its own origin only. Calls run
 * in the gateway with the key of the session, under its scopes, tier and limits. Only pages of this node may send them.
 */
export function mountConsole(app: FastifyInstance, { sessions, keyless, answerCall }: Parts): void {
  app.register((scope, _, done) => {
    // As text, because a parsed and reserialized body would round large numbers. No other type is accepted.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, body),
    )
    // Before the body is read, which may be large.
    const onRequest = async (request: FastifyRequest) => {
      requireOwnPage(request)
      const { raw } = request
      request.key = authorise((await sessions.find(raw)) ?? keyless(raw), raw.headers)
    }
    const options = { config: { id: 'dashboardConsole' }, bodyLimit: gatewayLimits.bodyBytes, onRequest }
    scope.post<{ Params: { readonly chain: string }; Body?: string }>(
      '/dashboard/console/:chain',
      options,
      (request, reply) => {
        const key = authorise(request.key ?? undefined, request.raw.headers)
        answerCall(toExchange(request, reply), request.params.chain, key, request.body ?? '')
        return reply
      },
    )
    done()
  })
}

/** Presents a request of this listener as the gateway reads its own requests. */
function toExchange(request: FastifyRequest, reply: FastifyReply): Exchange {
  return {
    request: request.raw,
    requestId: request.id,
    startedAtMs: request.startedAtMs,
    route: 'rpc',
    key: request.key ?? undefined,
    // The body is already read.
    readBody: (_, done) => done(Buffer.from(String(request.body ?? ''))),
    send(status, text, headers = []) {
      reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8')
      for (let index = 0; index < headers.length; index += 2) reply.header(headers[index] ?? '', headers[index + 1])
      reply.send(text ?? '')
    },
  }
}
