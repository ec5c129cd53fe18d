import type { Tier } from '@outrigger/api/contract'
import * as t from 'typebox'
import { tiers } from '../access/tiers.ts'

const Count = t.Integer({ minimum: 1 })
const Patterns = t.Array(t.String({ pattern: '^[\\w*]+$' }))
const TierSettings = t.Object(
  { requestsPerSecond: t.Optional(Count), sockets: t.Optional(Count) },
  { additionalProperties: false },
)

/** JSON Schema of the setting `gateway`. */
export const GatewaySettingsSchema = t.Object(
  {
    publicUrl: t.Optional(t.String({ pattern: '^https?://[^\\s?#]+$' })),
    allowMethods: t.Optional(Patterns),
    denyMethods: t.Optional(Patterns),
    tiers: t.Optional(
      t.Object(Object.fromEntries(Object.keys(tiers).map((tier) => [tier, t.Optional(TierSettings)])), {
        additionalProperties: false,
      }),
    ),
    bodyBytes: t.Optional(t.Integer({ minimum: 1024 })),
    batchItems: t.Optional(Count),
    responseBytes: t.Optional(t.Integer({ minimum: 1024 })),
    nesting: t.Optional(t.Integer({ minimum: 8, maximum: 1000 })),
    requestTimeoutMs: t.Optional(t.Integer({ minimum: 100 })),
    connections: t.Optional(Count),
    sockets: t.Optional(Count),
    pendingCalls: t.Optional(Count),
    subscriptions: t.Optional(Count),
    filters: t.Optional(t.Integer({ minimum: 0 })),
    bufferedBytes: t.Optional(t.Integer({ minimum: 1024 })),
    pingIntervalMs: t.Optional(t.Integer({ minimum: 100 })),
    fastLane: t.Optional(t.Boolean()),
  },
  { additionalProperties: false },
)

/** Direct node access: which callers may call which methods, how often and how much. */
export type GatewaySettings = {
  /** URL of the gateway for callers, if it differs from the listener's address. @default the listener's own address */
  readonly publicUrl?: string
  /**
   * Only these methods pass. `*` matches any characters. A method refused by default passes only if a pattern is at least as
   * specific as the refusal: `['*', 'anvil_*']`. @default all that are not refused by default
   */
  readonly allowMethods?: readonly string[]
  /**
   * These methods never pass. Neither do methods that return or send the same data: `eth_getLogs` also denies log filters and log
   * subscriptions, and `eth_sendRawTransaction` also denies its variants. @default none
   */
  readonly denyMethods?: readonly string[]
  /**
   * Limits of a key by its tier.
   * @default 10 calls a second and 1 socket for free, 100 and 5 for starter and base, 1000 and 50 above
   */
  readonly tiers?: { readonly [tier in Tier]?: { readonly requestsPerSecond?: number; readonly sockets?: number } }
  /** Maximum bytes of a request body or a socket message. @default 5242880 */
  readonly bodyBytes?: number
  /** Maximum calls in one batch. @default 1000 */
  readonly batchItems?: number
  /** Maximum bytes of an answer, to one call or to a whole batch. @default 67108864 */
  readonly responseBytes?: number
  /** Maximum nesting of a request. @default 64 */
  readonly nesting?: number
  /** Time limit for receiving a whole request. The limit for its head is 10 s. @default 30000 */
  readonly requestTimeoutMs?: number
  /** Maximum open connections. @default 10000 */
  readonly connections?: number
  /** Maximum open WebSockets of all keys. @default 5000 */
  readonly sockets?: number
  /** A socket with this many running calls is not read until some of them are answered. @default 256 */
  readonly pendingCalls?: number
  /** Maximum subscriptions per socket. @default 128 */
  readonly subscriptions?: number
  /**
   * Maximum filters of a key on one chain. 0 rejects filter methods, so that clients read logs by block range instead.
   * @default 100
   */
  readonly filters?: number
  /** A socket with more unread bytes than this is closed with 1013. @default 16777216 */
  readonly bufferedBytes?: number
  /** Interval of the pings on a socket. @default 30000 */
  readonly pingIntervalMs?: number
  /** Reads plain requests without Node's HTTP parser. If false, answers are the same but slower. @default true */
  readonly fastLane?: boolean
}

export const gatewayDefaults = {
  bodyBytes: 5_242_880,
  batchItems: 1000,
  responseBytes: 67_108_864,
  nesting: 64,
  requestTimeoutMs: 30_000,
  connections: 10_000,
  sockets: 5_000,
  pendingCalls: 256,
  subscriptions: 128,
  filters: 100,
  bufferedBytes: 16_777_216,
  pingIntervalMs: 30_000,
  fastLane: true,
} as const satisfies GatewaySettings

export type GatewayLimits = { readonly [name in Exclude<keyof typeof gatewayDefaults, 'fastLane'>]: number }
