import type { Clock } from '@outrigger/core'
import type { onRequestHookHandler } from 'fastify'
import { InsufficientPermissionsError, InvalidApiKeyError, TierTooLowError } from '../access/accessErrors.ts'
import { isLoopback } from '../access/allowedIps.ts'
import { toCredential } from '../access/credentials.ts'
import type { Keyring } from '../access/keyring.ts'
import { createRequestWindow } from '../access/requestWindow.ts'
import { classifyAccess } from '../access/scopes.ts'
import { computeTierReaches, tiers } from '../access/tiers.ts'
import type { Endpoint } from '../contract/endpoint.ts'

export type GuardParts = {
  readonly keyring: Keyring
  readonly clock: Clock
  /** Per address without a key; 0 for no limit. */
  readonly oracleRequestsPerMinute: number
}

/** Makes the check that stands before an endpoint: who calls, may they, and how often. Undefined where all may. */
export function createGuards({ keyring, clock, oracleRequestsPerMinute }: GuardParts) {
  const oracleRequests = createRequestWindow(clock)

  const limitOracle: onRequestHookHandler = (request, _, done) => {
    // A bot beside its node asks as often as it likes.
    if (isLoopback(request.ip)) return done()
    const credential = toCredential(request.headers)
    const found = credential === undefined ? Promise.resolve(undefined) : keyring.verify(credential, request.ip)
    found
      .then((key) => {
        if (key) oracleRequests.take(key.id, tiers[key.tier].oracleRequestsPerMinute)
        else oracleRequests.take(request.ip, oracleRequestsPerMinute)
      })
      .then(() => done(), done)
  }

  return (endpoint: Endpoint): onRequestHookHandler | undefined => {
    const { access, tier } = endpoint
    if (access === 'public') return endpoint.area === 'oracle' && oracleRequestsPerMinute > 0 ? limitOracle : undefined
    return async (request) => {
      const credential = toCredential(request.headers)
      const key = credential === undefined ? undefined : await keyring.verify(credential, request.ip)
      if (key === undefined) throw new InvalidApiKeyError()
      if (access !== 'key' && classifyAccess(key.scopes, access) === 'refused')
        throw new InsufficientPermissionsError(access[0])
      if (tier !== undefined && !computeTierReaches(key.tier, tier)) throw new TierTooLowError(tier)
      request.key = key
    }
  }
}
