import type { Endpoint } from '@outrigger/api/contract'
import type { Clock } from '@outrigger/core'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { TierTooLowError } from '../access/accessErrors.ts'
import { isLoopback } from '../access/allowedIps.ts'
import type { ApiKey, Keyring } from '../access/keyring.ts'
import { createRequestWindow } from '../access/limits/requestWindow.ts'
import { requireScope } from '../access/scopes.ts'
import { computeTierReaches, tiers } from '../access/tiers.ts'
import { InvalidApiKeyError, PageRefusedError } from './caller/callerErrors.ts'
import type { ClientIp } from './caller/clientIp.ts'
import { toCredential } from './caller/credentials.ts'
import { isLoopbackHost, isSameOrigin, type Keyless } from './caller/keyless.ts'

export type GuardParts = {
  readonly keyring: Keyring
  readonly keyless: Keyless
  readonly clock: Clock
  readonly clientIp: ClientIp
  /** Per address without a key; 0 for no limit. */
  readonly oracleRequestsPerMinute: number
}

/** The checks before an endpoint: key, scope, tier and rate. */
export function createGuards({ keyring, keyless, clock, clientIp, oracleRequestsPerMinute }: GuardParts) {
  const oracleRequests = createRequestWindow(clock)
  const mempoolRequests = createRequestWindow(clock)
  const defiRequests = createRequestWindow(clock)

  async function findKey({ headers, raw }: FastifyRequest): Promise<ApiKey | undefined> {
    const credential = toCredential(headers)
    return credential === undefined ? keyless(raw) : keyring.verify(credential, clientIp(raw))
  }

  const limitOracle: onRequestHookHandler = (request, _, done) => {
    const ip = clientIp(request.raw)
    // Programs of this machine are not limited.
    if (isLoopback(ip)) return done()
    findKey(request)
      .then((key) => {
        if (key) oracleRequests.take(key.id, tiers[key.tier].oracleRequestsPerMinute)
        else oracleRequests.take(ip, oracleRequestsPerMinute)
      })
      .then(() => done(), done)
  }

  // Any page can send a POST to a node on its visitor's machine; browsers add its `Origin`. A POST as JSON needs a
  // preflight first, which refuses pages of origins that are not named.
  const refusePages = async (request: FastifyRequest) => {
    const { origin, host, 'content-type': type = '' } = request.headers
    if (origin === undefined) return
    const isRebound = isLoopback(clientIp(request.raw)) && !isLoopbackHost(host)
    if (!isRebound && (isSameOrigin(origin, host) || /^application\/json\b/i.test(type))) return
    if ((await findKey(request)) === undefined) throw new PageRefusedError()
  }

  return ({ scopes, tier, area, method }: Endpoint): onRequestHookHandler[] => {
    if (scopes === 'public')
      return [
        ...(area === 'oracle' && oracleRequestsPerMinute > 0 ? [limitOracle] : []),
        ...(method === 'GET' ? [] : [refusePages]),
      ]
    const requireKey = async (request: FastifyRequest) => {
      const key = await findKey(request)
      if (key === undefined) throw new InvalidApiKeyError(request.headers)
      if (scopes !== 'key') requireScope(key.scopes, scopes)
      if (tier !== undefined && !computeTierReaches(key.tier, tier)) throw new TierTooLowError(tier)
      if (area === 'mempool') mempoolRequests.take(key.id, tiers[key.tier].mempoolRequestsPerMinute)
      if (area === 'defi') defiRequests.take(key.id, tiers[key.tier].defiRequestsPerMinute)
      request.key = key
    }
    return [requireKey]
  }
}
