import { aggregatorNames } from '@outrigger/defi/dex'
import { type TierLimits, tiers } from '../access/tiers.ts'
import { analyticsDefaults } from './analyticsSettings.ts'
import { mevDefaults } from './mevSettings.ts'
import { priceDefaults } from './priceSettings.ts'

const below = (path: string, values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${path}.${name}`, value]))

function toTierDefaults(tier: string, limits: TierLimits): readonly (readonly [string, unknown])[] {
  const orWords = (limit: number) => (Number.isFinite(limit) ? limit : 'no limit')
  return Object.entries(limits).map(([name, limit]) => [`tiers.${tier}.${name}`, orWords(limit)] as const)
}

export const listenDefaults = { host: '127.0.0.1', port: 8787, gatewayPort: 8788 } as const

/** Default of each setting, by path. Described in words if it depends on other values. */
export const configDefaults: Readonly<Record<string, unknown>> = {
  ...listenDefaults,
  dashboard: true,
  access: 'keys',
  cors: ['*'],
  hosts: [],
  tracing: false,
  trustedProxies: 0,
  store: "the data directory's own",
  peerPort: 0,
  peerAddress: "the machine's name and peerPort",
  mempool: 'onUse',
  lending: 'onUse',
  lendingAgreement: 1,
  lendingProtocols: 'those of the API on each chain',
  ...below('mev', mevDefaults),
  ...below('prices', { ...priceDefaults, defillama: 'disabled', coingecko: 'disabled' }),
  'market.defillama': 'disabled',
  ...below('swaps', { use: 'local', ...Object.fromEntries(aggregatorNames.map((name) => [name, 'disabled'])) }),
  ...below('analytics', analyticsDefaults),
  'alerts.networks': 'public addresses; this machine as well while the node listens on loopback only',
  'alerts.email': 'no email is sent',
  'gateway.publicUrl': 'the address of its listener',
  'gateway.allowMethods': 'all methods that are not denied by default',
  'gateway.denyMethods': [],
  ...Object.fromEntries(Object.entries(tiers).flatMap(([tier, limits]) => toTierDefaults(tier, limits))),
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
