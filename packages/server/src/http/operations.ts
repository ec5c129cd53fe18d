import type { FastifyInstance } from 'fastify'
import { toOpenApi } from '../contract/openapi.ts'
import type { Readiness } from '../readiness.ts'
import type { Metrics } from './metrics.ts'

type OperationsParts = { readonly metrics: Metrics; readiness(): Readiness }

/** What whoever runs the node asks it; outside the contract's base path, without a key. */
export function mountOperations(app: FastifyInstance, { metrics, readiness }: OperationsParts): void {
  app.get('/livez', { config: { id: 'livez' } }, () => ({ status: 'alive' }))
  app.get('/readyz', { config: { id: 'readyz' } }, (_, reply) => {
    const answer = readiness()
    return reply.code(answer.ready ? 200 : 503).send(answer)
  })
  app.get('/metrics', { config: { id: 'prometheus' } }, async (_, reply) =>
    reply.header('content-type', metrics.contentType).send(await metrics.render()),
  )
  let document: object | undefined
  app.get('/openapi.json', { config: { id: 'openapi' } }, () => {
    document ??= toOpenApi()
    return document
  })
}
