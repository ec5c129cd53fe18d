import type { Clock } from '@outrigger/core'
import { ThroughputExceededError } from '../access/accessErrors.ts'
import type { ApiKey } from '../access/keyring.ts'
import { createThroughput } from '../access/limits/throughput.ts'
import { tiers } from '../access/tiers.ts'
import type { GatewaySettings } from './settings.ts'

/** How often a key may call, and how many sockets it may have. */
export type CallLimits = {
  /** Takes calls from what the tier of a key allows per second. @throws {ThroughputExceededError} */
  take(key: ApiKey, calls: number): void
  /** How many sockets a key may have open. */
  socketsOf(key: ApiKey): number
}

export function createCallLimits(clock: Clock, changed: GatewaySettings['tiers'] = {}): CallLimits {
  const throughput = createThroughput(clock)
  return {
    take(key, calls) {
      const limit = changed[key.tier]?.requestsPerSecond ?? tiers[key.tier].gatewayRequestsPerSecond
      const waitMs = throughput.take(key.id, calls, limit)
      if (waitMs > 0) throw new ThroughputExceededError(limit, key.tier, waitMs)
    },
    socketsOf: ({ tier }) => changed[tier]?.sockets ?? tiers[tier].gatewaySockets,
  }
}
