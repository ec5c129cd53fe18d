import { toAsyncApi, toOpenApi } from '@outrigger/api/contract'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'
import type { Readiness } from '../node/readiness.ts'
import { version } from '../version.ts'
import { type DashboardParts, sendAsset } from './dashboard/mountDashboard.ts'

type OperationsParts = {
  readonly metrics: Metrics
  readiness(): Readiness
  toGatewayUrl(): string | null
  /** Returns the OpenRPC document of the gateway as JSON text. */
  describeGateway(): string
  readonly dashboard: DashboardParts | undefined
}

const pages = {
  api: '/api/v1',
  health: '/api/v1/health',
  providers: '/api/v1/oracle/health',
  openapi: '/openapi.json',
  asyncapi: '/asyncapi.json',
  openrpc: '/openrpc.json',
  ready: '/readyz',
  metrics: '/metrics',
} as const

/** Adds pages for the operator, outside the contract's base path and without a key. */
export function mountOperations(
  app: FastifyInstance,
  { metrics, readiness, toGatewayUrl, describeGateway, dashboard }: OperationsParts,
): void {
  const page = dashboard?.assets.get('/')
  app.get('/', { config: { id: 'index' } }, (request, reply) => {
    const { headers } = request
    const links = { ...pages, gateway: toGatewayUrl() }
    if (!/\btext\/html\b/.test(headers.accept ?? '')) return reply.send({ name: 'Outrigger', version, ...links })
    if (page !== undefined) return sendAsset(request, reply, page)
    return reply.type('text/html; charset=utf-8').send(toIndexPage(links))
  })
  app.get('/healthz', { config: { id: 'healthz' } }, () => ({ status: 'alive' }))
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
    // Relative to the server of the document.
    document ??= toOpenApi({ version, servers: [{ url: '/api' }] })
    return document
  })
  let streams: object | undefined
  app.get('/asyncapi.json', { config: { id: 'asyncapi' } }, () => {
    streams ??= toAsyncApi({ version })
    return streams
  })
  app.get('/openrpc.json', { config: { id: 'openrpc' } }, (_, reply) =>
    reply.type('application/json; charset=utf-8').send(describeGateway()),
  )
}

function toIndexPage({ gateway, api: _, ...links }: typeof pages & { readonly gateway: string | null }): string {
  const items = Object.entries(links).map(([name, path]) => `<li><a href="${path}">${name}</a></li>`)
  const more = gateway === null ? '' : `<p>JSON-RPC and beacon API: <code>${gateway}/{chain}/rpc</code></p>`
  return `<!doctype html><meta charset="utf-8"><title>Outrigger</title><h1>Outrigger ${version}</h1>
<p>The node is up. Its REST interface is under <code>/api/v1</code>; most of it needs an API key.</p>
<ul>${items.join('')}</ul>${more}
`
}
