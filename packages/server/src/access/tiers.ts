import { type Tier, tierNames } from '@outrigger/api/contract'
import * as t from 'typebox'

/** The limits of a tier. `Infinity` means no limit. */
export type TierLimits = {
  readonly monthlyCu: number
  readonly monthlyTraceCu: number
  readonly cuPerSecond: number
  readonly requestsPerSecond: number
  readonly oracleRequestsPerMinute: number
  /** Calls through the gateway. Each call of a batch counts. */
  readonly gatewayRequestsPerSecond: number
  /** Gateway WebSockets open at once. */
  readonly gatewaySockets: number
  readonly mempoolRequestsPerMinute: number
  readonly defiRequestsPerMinute: number
  /** Simulated bundles per minute. `mevSubmissionsPerMinute` counts bundles and private transactions that are submitted. */
  readonly mevSimulationsPerMinute: number
  readonly mevSubmissionsPerMinute: number
  /** WebSockets open at once per stream, not counting the gateway's. */
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

/** Requested changes to the limits of a key. Null restores the tier's limit. */
export type LimitChanges = { readonly [name in keyof TierLimits]?: number | null }

/** The setting `tiers` of the configuration. */
export type TierSettings = { readonly [tier in Tier]?: ChangedLimits }

/** The largest integer of a structured field (RFC 8941, 3.3.1). Headers report limits as such integers. */
export const maxLimit = 999_999_999_999_999

/** Rates are at least 1. Revoke a key to block it entirely. */
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

/** Returns the limits of a key: the tier's, overridden by the configuration, overridden by the key's own. */
export function computeLimits(
  { tier, limits = {} }: { readonly tier: Tier; readonly limits?: ChangedLimits },
  settings: TierSettings = {},
): TierLimits {
  return { ...tiers[tier], ...settings[tier], ...limits }
}

/** Whether `tier` is at least `required`. */
export function computeTierReaches(tier: Tier, required: Tier): boolean {
  return tierNames.indexOf(tier) >= tierNames.indexOf(required)
}
