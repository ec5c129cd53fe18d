import * as t from 'typebox'

const Patterns = t.Array(t.String({ pattern: '^[\\w*]+$' }))

/** JSON Schema of the setting `gateway`. */
export const GatewaySettingsSchema = t.Object(
  {
    publicUrl: t.Optional(t.String({ pattern: '^https?://[^\\s?#]+$' })),
    allowMethods: t.Optional(Patterns),
    denyMethods: t.Optional(Patterns),
  },
  { additionalProperties: false },
)

/** Direct node access: its URL, and the methods that pass. */
export type GatewaySettings = {
  /** URL of the gateway for callers, if it differs from the listener's address. @default the listener's own address */
  readonly publicUrl?: string
  /**
   * Only these methods pass. `*` matches any characters. A method refused by default passes only if a pattern is at least as
   * specific as the refusal: `['*', 'anvil_*']`. @default all methods that are not denied by default
   */
  readonly allowMethods?: readonly string[]
  /**
   * These methods never pass. Methods that return or send the same data do not pass either: `eth_getLogs` also denies
   * log filters and log subscriptions, and `eth_sendRawTransaction` also denies its variants. @default none
   */
  readonly denyMethods?: readonly string[]
}
