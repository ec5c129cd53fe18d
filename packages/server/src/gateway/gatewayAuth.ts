import type { IncomingHttpHeaders } from 'node:http'
import type { Scope } from '@outrigger/api/contract'
import type { Clock } from '@outrigger/core'
import { InsufficientPermissionsError, InvalidApiKeyError } from '../access/accessErrors.ts'
import type { ApiKey, Keyring } from '../access/keyring.ts'
import type { Keyless } from '../access/loopback.ts'
import { classifyAccess } from '../access/scopes.ts'
import { createThroughput } from '../access/throughput.ts'
import { tiers } from '../access/tiers.ts'
import type { Asked, ClientIp } from '../http/caller/clientIp.ts'
import { createVerifiedKeys } from '../http/caller/verifiedKeys.ts'
import { ThroughputExceededError } from './gatewayErrors.ts'
import type { GatewaySettings } from './settings.ts'

export type GatewayAuthParts = {
  readonly keyring: Keyring
  readonly keyless: Keyless
  readonly clientIp: ClientIp
  readonly clock: Clock
  readonly tiers: GatewaySettings['tiers']
}

/** Who calls, may they, and how often. */
export type GatewayAuth = {
  /** The key of a request, at hand when it was seen a moment ago. */
  findKey(asked: Asked): ApiKey | undefined | Promise<ApiKey | undefined>
  /** @throws {InvalidApiKeyError} @throws {InsufficientPermissionsError} */
  authorise(key: ApiKey | undefined, scope: Scope, headers: IncomingHttpHeaders): ApiKey
  /** Takes calls from what the tier of a key allows per second. @throws {ThroughputExceededError} */
  take(key: ApiKey, calls: number): void
  /** How many sockets a key may have open. */
  socketsOf(key: ApiKey): number
}

export function createGatewayAuth({ tiers: changed = {}, ...parts }: GatewayAuthParts): GatewayAuth {
  const throughput = createThroughput(parts.clock)
  return {
    findKey: createVerifiedKeys(parts),
    authorise(key, scope, headers) {
      if (key === undefined) throw new InvalidApiKeyError(headers)
      if (classifyAccess(key.scopes, [scope]) === 'refused') throw new InsufficientPermissionsError(scope)
      return key
    },
    take(key, calls) {
      const limit = changed[key.tier]?.requestsPerSecond ?? tiers[key.tier].gatewayRequestsPerSecond
      const waitMs = throughput.take(key.id, calls, limit)
      if (waitMs > 0) throw new ThroughputExceededError(limit, key.tier, waitMs)
    },
    socketsOf: ({ tier }) => changed[tier]?.sockets ?? tiers[tier].gatewaySockets,
  }
}
