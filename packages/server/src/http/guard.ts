import type { Endpoint } from '@outrigger/api/contract'
import type { Clock } from '@outrigger/core'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { InvalidApiKeyError, TierTooLowError } from '../access/accessErrors.ts'
import { isLoopback } from '../access/allowedIps.ts'
import type { ApiKey, Keyring } from '../access/keyring.ts'
import { type AddressLimits, createAddressLimits } from '../access/limits/addressLimits.ts'
import type { KeyLimits } from '../access/limits/keyLimits.ts'
import type { Entry } from '../access/limits/keyStates.ts'
import { type BucketLevel, type HeaderList, toLevelText, toPolicyText } from '../access/limits/limitHeaders.ts'
import { requireScope } from '../access/scopes.ts'
import { computeTierReaches } from '../access/tiers.ts'
import { PageRefusedError } from './caller/callerErrors.ts'
import type { ClientIp } from './caller/clientIp.ts'
import { toCredential } from './caller/credentials.ts'
import { isLoopbackHost, isSameOrigin, type Keyless } from './caller/keyless.ts'
import type { Sessions } from './dashboard/sessions.ts'

/** Health requests per minute of an address without a key. */
const healthRequestsPerMinute = 300

export type GuardParts = {
  readonly keyring: Keyring
  readonly keyless: Keyless
  readonly sessions: Pick<Sessions, 'find'>
  readonly keyLimits: KeyLimits
  readonly clock: Clock
  readonly clientIp: ClientIp
  /** Oracle requests per minute of an address without a key. */
  readonly oracleRequestsPerMinute: number
}

export type Guards = {
  /** Returns the checks before an endpoint: key, scope, tier and rate. */
  hooksOf(endpoint: Pick<Endpoint, 'scopes' | 'tier' | 'area' | 'method'>): onRequestHookHandler[]
  /** Returns the headers that report the caller's limits. */
  headersOf(request: FastifyRequest): HeaderList
}

export function createGuards(parts: GuardParts): Guards {
  const { keyring, keyless, sessions, keyLimits, clock, clientIp } = parts
  const byAddress = {
    oracle: createAddressLimits(clock, parts.oracleRequestsPerMinute),
    health: createAddressLimits(clock, healthRequestsPerMinute),
  }

  async function findKey({ headers, raw }: FastifyRequest): Promise<ApiKey | undefined> {
    const credential = toCredential(headers)
    if (credential !== undefined) return keyring.verify(credential, clientIp(raw))
    return (headers.cookie === undefined ? undefined : await sessions.find(raw)) ?? keyless(raw)
  }

  /** Limits a public endpoint. A caller with a key has the key's limits, other callers have the limits of their address. */
  const limitPublic =
    (limits: AddressLimits, entry: Entry): onRequestHookHandler =>
    (request, _, done) => {
      const ip = clientIp(request.raw)
      const isSent = toCredential(request.headers) !== undefined
      // Programs on this machine are not limited.
      if (!isSent && isLoopback(ip)) return done()
      const take = (key: ApiKey | undefined) => {
        if (key === undefined) return limits.take(ip)
        request.key = key
        if (!isLoopback(ip)) keyLimits.takeRequest(key, entry)
      }
      if (!isSent) {
        try {
          limits.take(ip)
          done()
        } catch (error) {
          done(error as Error)
        }
      } else
        findKey(request)
          .then(take)
          .then(() => done(), done)
    }

  // Any page can send a POST to a node on its visitor's machine, with `Origin` added by the browser. A JSON POST needs a
  // preflight
  // first, which rejects pages of unlisted origins.
  const refusePages = async (request: FastifyRequest) => {
    const { origin, host, 'content-type': type = '' } = request.headers
    if (origin === undefined) return
    const isRebound = isLoopback(clientIp(request.raw)) && !isLoopbackHost(host)
    if (!isRebound && (isSameOrigin(origin, host) || /^application\/json\b/i.test(type))) return
    if ((await findKey(request)) === undefined) throw new PageRefusedError()
  }

  function hooksOf({ scopes, tier, area, method }: Parameters<Guards['hooksOf']>[0]): onRequestHookHandler[] {
    const entry = toEntry(area)
    if (scopes === 'public') {
      const limits = area === 'oracle' || area === 'health' ? byAddress[area] : null
      return [...(limits ? [limitPublic(limits, entry)] : []), ...(method === 'GET' ? [] : [refusePages])]
    }
    const requireKey = async (request: FastifyRequest) => {
      const key = await findKey(request)
      if (key === undefined) throw new InvalidApiKeyError(toCredential(request.headers) !== undefined)
      request.key = key
      if (scopes !== 'key') requireScope(key.scopes, scopes)
      if (tier !== undefined && !computeTierReaches(key.tier, tier)) throw new TierTooLowError(tier)
      keyLimits.takeRequest(key, entry)
    }
    return [requireKey]
  }

  function headersOf(request: FastifyRequest): HeaderList {
    const { area } = request.routeOptions.config.endpoint ?? {}
    if (request.key !== null) return keyLimits.headers(request.key, toEntry(area))
    const pools = keyLimits.headers(undefined, 'rest')
    const limits = area === 'oracle' || area === 'health' ? byAddress[area] : null
    return limits === null ? pools : [...pools, ...toRateHeaders([limits.level(clientIp(request.raw))])]
  }

  return { hooksOf, headersOf }
}

function toEntry(area: Endpoint['area'] | undefined): Entry {
  return area === 'oracle' || area === 'mempool' || area === 'defi' ? area : 'rest'
}

function toRateHeaders(levels: readonly BucketLevel[]): HeaderList {
  return ['ratelimit-policy', toPolicyText(levels), 'ratelimit', toLevelText(levels)]
}
