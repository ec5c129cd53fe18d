import { streamDefaults as contractDefaults } from '@outrigger/api/contract'
import * as t from 'typebox'

const Count = t.Integer({ minimum: 1 })

/** JSON Schema of the setting `streams`. */
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

/** Settings of the WebSockets next to the REST endpoints. */
export type StreamSettings = {
  /** Maximum open sockets of all keys. @default 5000 */
  readonly sockets?: number
  /** Maximum open sockets of a key, per stream. @default by tier: 1 for free, 5 for starter and base, 20 above */
  readonly socketsPerKey?: number
  /** Maximum subscriptions per socket. @default 64 */
  readonly subscriptions?: number
  /** Maximum bytes of a message from a client. @default 65536 */
  readonly messageBytes?: number
  /** Maximum bytes that wait for a slow reader. Beyond that its oldest events are dropped. @default 1048576 */
  readonly bufferedBytes?: number
  /** Interval of the pings on a socket. @default 30000 */
  readonly pingIntervalMs?: number
}

export const streamDefaults = {
  sockets: 5_000,
  ...contractDefaults,
  bufferedBytes: 1_048_576,
  pingIntervalMs: 30_000,
} as const satisfies StreamSettings
