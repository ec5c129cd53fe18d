import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { InvalidApiKeyError } from '../../access/accessErrors.ts'
import type { ApiKey } from '../../access/keyring.ts'
import { PageRefusedError } from '../caller/callerErrors.ts'
import type { Keyless } from '../caller/keyless.ts'
import type { Asset, Assets } from './assets.ts'
import { isOwnPage, type Sessions } from './sessions.ts'

/** The parts of a node with a dashboard. */
export type DashboardParts = {
  readonly assets: Assets
  readonly sessions: Sessions
}
type Parts = DashboardParts & { readonly keyless: Keyless }

/** Allows only the page's own files and its own node. Forbids inline scripts and frames around the page. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const pageHeaders = {
  'content-security-policy': pagePolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
}

/**
 * Serves the files of the page, which contain no data of this node, and its sessions. The operator's index answers `/` itself.
 */
export function mountDashboard(app: FastifyInstance, { assets, sessions, keyless }: Parts): void {
  for (const [path, asset] of assets)
    if (path !== '/')
      app.get(path, { config: { id: 'dashboard' } }, (request, reply) => sendAsset(request, reply, asset))

  const config = { id: 'dashboardSession' }
  app.get('/dashboard/session', { config }, async ({ raw }, reply) => {
    const key = (await sessions.find(raw)) ?? keyless(raw)
    return reply.header('cache-control', 'no-store').send(toSession(key))
  })
  app.post<{ Body?: { readonly credential?: unknown } }>('/dashboard/session', { config }, async (request, reply) => {
    requireOwnPage(request)
    const { credential } = request.body ?? {}
    const session = typeof credential === 'string' ? await sessions.start(credential, request.raw) : undefined
    if (session === undefined) throw new InvalidApiKeyError(true)
    return reply.header('set-cookie', session.cookie).header('cache-control', 'no-store').send(toSession(session.key))
  })
  app.delete('/dashboard/session', { config }, async (request, reply) => {
    requireOwnPage(request)
    return reply
      .header('set-cookie', sessions.end(request.raw))
      .header('cache-control', 'no-store')
      .send(toSession(undefined))
  })
}

/** Sends a file with the security policy of the page. */
export function sendAsset({ headers }: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const isGzipped = /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''))
  return reply
    .headers(pageHeaders)
    .header('cache-control', asset.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('vary', 'Accept-Encoding')
    .headers(isGzipped ? { 'content-encoding': 'gzip' } : {})
    .type(asset.type)
    .send(isGzipped ? asset.gzipped : asset.content)
}

/** Rejects pages of other sites, which may neither start, end nor use a session. @throws {PageRefusedError} */
export function requireOwnPage({ raw }: FastifyRequest): void {
  if (!isOwnPage(raw)) throw new PageRefusedError()
}

/** Describes the signed-in key. Without a key it only reports that the browser is not signed in. */
function toSession(key: ApiKey | undefined) {
  if (key === undefined) return { signed_in: false }
  const { id, name, scopes, tier } = key
  return { signed_in: true, key: { id, name, scopes, tier } }
}
