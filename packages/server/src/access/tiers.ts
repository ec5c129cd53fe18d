import { type Tier, tierNames } from '@outrigger/api/contract'
import * as t from 'typebox'

/** What a key of a tier may use. `Infinity` is never refused. */
export type TierLimits = {
  readonly monthlyCu: number
  readonly monthlyTraceCu: number
  readonly cuPerSecond: number
  readonly requestsPerSecond: number
  readonly oracleRequestsPerMinute: number
  /** Calls through the gateway, each of a batch counted. */
  readonly gatewayRequestsPerSecond: number
  /** WebSockets of the gateway open at once. */
  readonly gatewaySockets: number
  readonly mempoolRequestsPerMinute: number
  readonly defiRequestsPerMinute: number
  /** Bundles that are simulated, and those and private transactions that are sent. */
  readonly mevSimulationsPerMinute: number
  readonly mevSubmissionsPerMinute: number
  /** WebSockets open at once, of each stream beside the gateway's. */
  readonly streamSockets: number
}

/** Default limits of each tier of API keys. CU are compute units; `Infinity` means no limit. */
export const tiers = {
  free: {
    monthlyCu: 150e6,
    monthlyTraceCu: 0,
    cuPerSecond: 500,
    requestsPerSecond: 25,
    oracleRequestsPerMinute: 300,
    gatewayRequestsPerSecond: 10,
    gatewaySockets: 1,
    mempoolRequestsPerMinute: 60,
    defiRequestsPerMinute: 60,
    mevSimulationsPerMinute: 10,
    mevSubmissionsPerMinute: 5,
    streamSockets: 1,
  },
  starter: {
    monthlyCu: 500e6,
    monthlyTraceCu: 10e6,
    cuPerSecond: 2_000,
    requestsPerSecond: 100,
    oracleRequestsPerMinute: 3_000,
    gatewayRequestsPerSecond: 100,
    gatewaySockets: 5,
    mempoolRequestsPerMinute: 600,
    defiRequestsPerMinute: 600,
    mevSimulationsPerMinute: 100,
    mevSubmissionsPerMinute: 50,
    streamSockets: 5,
  },
  base: {
    monthlyCu: 1e9,
    monthlyTraceCu: 50e6,
    cuPerSecond: 5_000,
    requestsPerSecond: 250,
    oracleRequestsPerMinute: 3_000,
    gatewayRequestsPerSecond: 100,
    gatewaySockets: 5,
    mempoolRequestsPerMinute: 600,
    defiRequestsPerMinute: 600,
    mevSimulationsPerMinute: 100,
    mevSubmissionsPerMinute: 50,
    streamSockets: 5,
  },
  growth: {
    monthlyCu: 2e9,
    monthlyTraceCu: 150e6,
    cuPerSecond: 12_500,
    requestsPerSecond: 500,
    oracleRequestsPerMinute: Number.POSITIVE_INFINITY,
    gatewayRequestsPerSecond: 1_000,
    gatewaySockets: 50,
    mempoolRequestsPerMinute: Number.POSITIVE_INFINITY,
    defiRequestsPerMinute: Number.POSITIVE_INFINITY,
    mevSimulationsPerMinute: 1_000,
    mevSubmissionsPerMinute: 500,
    streamSockets: 20,
  },
  scale: {
    monthlyCu: 3e9,
    monthlyTraceCu: 500e6,
    cuPerSecond: 25_000,
    requestsPerSecond: 1_250,
    oracleRequestsPerMinute: Number.POSITIVE_INFINITY,
    gatewayRequestsPerSecond: 1_000,
    gatewaySockets: 50,
    mempoolRequestsPerMinute: Number.POSITIVE_INFINITY,
    defiRequestsPerMinute: Number.POSITIVE_INFINITY,
    mevSimulationsPerMinute: 1_000,
    mevSubmissionsPerMinute: 500,
    streamSockets: 20,
  },
  unlimited: {
    monthlyCu: Number.POSITIVE_INFINITY,
    monthlyTraceCu: Number.POSITIVE_INFINITY,
    cuPerSecond: Number.POSITIVE_INFINITY,
    requestsPerSecond: Number.POSITIVE_INFINITY,
    oracleRequestsPerMinute: Number.POSITIVE_INFINITY,
    gatewayRequestsPerSecond: Number.POSITIVE_INFINITY,
    gatewaySockets: Number.POSITIVE_INFINITY,
    mempoolRequestsPerMinute: Number.POSITIVE_INFINITY,
    defiRequestsPerMinute: Number.POSITIVE_INFINITY,
    mevSimulationsPerMinute: Number.POSITIVE_INFINITY,
    mevSubmissionsPerMinute: Number.POSITIVE_INFINITY,
    streamSockets: Number.POSITIVE_INFINITY,
  },
} as const satisfies { readonly [tier in Tier]: TierLimits }

/** Limits that differ from a tier's own. */
export type ChangedLimits = { readonly [name in keyof TierLimits]?: number }

/** Limits of a key as they are asked for; null is the tier's. */
export type LimitChanges = { readonly [name in keyof TierLimits]?: number | null }

/** `tiers` of the configuration. */
export type TierSettings = { readonly [tier in Tier]?: ChangedLimits }

/** The largest integer of a structured field (RFC 8941, 3.3.1), as which headers tell limits. */
export const maxLimit = 999_999_999_999_999

/** Rates are at least 1: a key that may do nothing is revoked. */
const limitFields = Object.keys(tiers.free).map(
  (name) => [name, t.Integer({ minimum: /^monthly|Sockets$/.test(name) ? 0 : 1, maximum: maxLimit })] as const,
)
export const ChangedLimitsSchema = t.Object(
  Object.fromEntries(limitFields.map(([name, limit]) => [name, t.Optional(limit)])),
  { additionalProperties: false },
)
export const LimitChangesSchema = t.Object(
  Object.fromEntries(limitFields.map(([name, limit]) => [name, t.Optional(t.Union([limit, t.Null()]))])),
  { additionalProperties: false },
)
export const TierSettingsSchema = t.Object(
  Object.fromEntries(tierNames.map((tier) => [tier, t.Optional(ChangedLimitsSchema)])),
  { additionalProperties: false },
)

/** What a key may use: its tier's limits, as the configuration changes them, as the key's own change those. */
export function computeLimits(
  { tier, limits = {} }: { readonly tier: Tier; readonly limits?: ChangedLimits },
  settings: TierSettings = {},
): TierLimits {
  return { ...tiers[tier], ...settings[tier], ...limits }
}

/** Whether `tier` includes what starts at `required`. */
export function computeTierReaches(tier: Tier, required: Tier): boolean {
  return tierNames.indexOf(tier) >= tierNames.indexOf(required)
}
