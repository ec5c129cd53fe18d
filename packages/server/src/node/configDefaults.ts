import { aggregatorNames } from '@outrigger/defi/dex'
import { type TierLimits, tiers } from '../access/tiers.ts'
import { analyticsDefaults } from './analyticsSettings.ts'
import { gasHistoryDefaults } from './gasHistorySettings.ts'
import { gatewayDefaults } from './gatewaySettings.ts'
import { marketDefaults } from './marketSettings.ts'
import { mevDefaults } from './mevSettings.ts'
import { priceDefaults } from './priceSettings.ts'
import { streamDefaults } from './streamSettings.ts'
import { swapDefaults } from './swapSettings.ts'

const below = (path: string, values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${path}.${name}`, value]))

function toTierDefaults(tier: string, limits: TierLimits): readonly (readonly [string, unknown])[] {
  const orWords = (limit: number) => (Number.isFinite(limit) ? limit : 'no limit')
  return [
    ...Object.entries(limits).map(([name, limit]) => [`tiers.${tier}.${name}`, orWords(limit)] as const),
    [`gateway.tiers.${tier}.requestsPerSecond`, orWords(limits.gatewayRequestsPerSecond)],
    [`gateway.tiers.${tier}.sockets`, orWords(limits.gatewaySockets)],
  ]
}

export const listenDefaults = { host: '127.0.0.1', port: 8787, gatewayPort: 8788 } as const

export const limitDefaults = {
  bodyBytes: 262_144,
  oracleRequestsPerMinute: tiers.free.oracleRequestsPerMinute,
  healthRequestsPerMinute: 300,
  drainMs: 5_000,
} as const

/** Default of each setting, by path. Described in words if it depends on other values. */
export const configDefaults: Readonly<Record<string, unknown>> = {
  ...listenDefaults,
  dashboard: true,
  access: 'keys',
  cors: ['*'],
  hosts: [],
  tracing: false,
  trustProxy: false,
  trustedProxies: '0; 1 with trustProxy',
  store: "the data directory's own",
  peerPort: 0,
  peerAddress: "the machine's name and peerPort",
  mempool: 'onUse',
  lending: 'onUse',
  lendingAgreement: 1,
  lendingProtocols: 'those of the API on each chain',
  anticipate: true,
  ...below('mev', mevDefaults),
  ...below('prices', { ...priceDefaults, defillama: 'not asked', coingecko: 'not asked' }),
  ...below('market', { defillama: 'not asked', ...marketDefaults }),
  ...below('swaps', { ...swapDefaults, ...Object.fromEntries(aggregatorNames.map((name) => [name, 'not asked'])) }),
  ...below('gasHistory', gasHistoryDefaults),
  ...below('analytics', analyticsDefaults),
  'alerts.networks': 'public addresses; this machine as well while the node listens on loopback only',
  'alerts.email': 'none is sent',
  ...below('limits', limitDefaults),
  ...below('streams', { ...streamDefaults, socketsPerKey: 'by tier' }),
  'gateway.publicUrl': 'where its listener is',
  'gateway.allowMethods': 'all that are not refused by default',
  'gateway.denyMethods': [],
  ...Object.fromEntries(Object.entries(tiers).flatMap(([tier, limits]) => toTierDefaults(tier, limits))),
  ...below('gateway', gatewayDefaults),
}

/** Defaults below `chains.<name>`. They also apply to the beacon chain's settings with the same name. */
export const poolDefaults: Readonly<Record<string, unknown>> = {
  timeoutMs: 5_000,
  hedgeDelayMs: 'learned from the latency',
  retries: 1,
}
export const chainDefaults: Readonly<Record<string, unknown>> = {
  ...poolDefaults,
  'cache.maxBytes': 33_554_432,
  chainId: "the chain's own",
}
