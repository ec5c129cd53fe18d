import { tierNames } from '@outrigger/api/contract'
import type { ChangedLimits, TierSettings } from '../access/tiers.ts'
import type { NodeConfig } from './config.ts'

/** Returns the configured limits of tiers: `tiers`, plus those of the gateway and the streams under their names. */
export function toTierSettings({ tiers = {}, gateway = {}, streams = {} }: NodeConfig): TierSettings {
  return Object.fromEntries(
    tierNames.map((tier) => {
      const { requestsPerSecond, sockets } = gateway.tiers?.[tier] ?? {}
      const changed: ChangedLimits = {
        ...(requestsPerSecond !== undefined && { gatewayRequestsPerSecond: requestsPerSecond }),
        ...(sockets !== undefined && { gatewaySockets: sockets }),
        ...(streams.socketsPerKey !== undefined && { streamSockets: streams.socketsPerKey }),
        ...tiers[tier],
      }
      return [tier, changed]
    }),
  )
}
