import { streamDefaults as contractDefaults } from '@outrigger/api/contract'
import * as t from 'typebox'

const Count = t.Integer({ minimum: 1 })

/** `streams` of the configuration as JSON Schema. */
export const StreamSettingsSchema = t.Object(
  {
    sockets: t.Optional(Count),
    socketsPerKey: t.Optional(Count),
    subscriptions: t.Optional(Count),
    messageBytes: t.Optional(t.Integer({ minimum: 1024 })),
    bufferedBytes: t.Optional(t.Integer({ minimum: 1024 })),
    pingIntervalMs: t.Optional(t.Integer({ minimum: 100 })),
  },
  { additionalProperties: false },
)

/** The WebSockets beside the REST endpoints. */
export type StreamSettings = {
  /** Most at once, of all keys. @default 5000 */
  readonly sockets?: number
  /** Most at once of a key, of each stream. @default by tier: 1 for free, 5 for starter and base, 20 above */
  readonly socketsPerKey?: number
  /** Most subscriptions per socket. @default 64 */
  readonly subscriptions?: number
  /** Largest message from a client. @default 65536 */
  readonly messageBytes?: number
  /** What waits for a slow reader; beyond that its oldest events are dropped. @default 1048576 */
  readonly bufferedBytes?: number
  /** How often a socket is asked whether it lives. @default 30000 */
  readonly pingIntervalMs?: number
}

export const streamDefaults = {
  sockets: 5_000,
  ...contractDefaults,
  bufferedBytes: 1_048_576,
  pingIntervalMs: 30_000,
} as const satisfies StreamSettings
