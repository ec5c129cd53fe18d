import { marketDefaults as defiDefaults } from '@outrigger/defi/market'
import * as t from 'typebox'

const strict = { additionalProperties: false } as const
const Url = t.String({ pattern: '^https?://' })

/** JSON Schema of the setting `market`. */
export const MarketSettingsSchema = t.Object(
  {
    defillama: t.Optional(
      t.Object({ enabled: t.Optional(t.Boolean()), apiUrl: t.Optional(Url), yieldsUrl: t.Optional(Url) }, strict),
    ),
    ttlMs: t.Optional(t.Integer({ minimum: 1_000 })),
    timeoutMs: t.Optional(t.Integer({ minimum: 50, maximum: 120_000 })),
    maxBytes: t.Optional(t.Integer({ minimum: 1_024 })),
  },
  strict,
)

/** Market figures: value locked, yields, volumes. As for prices, external services are queried only if enabled. */
export type MarketSettings = {
  /** DefiLlama's API, at its own URLs (api.llama.fi, yields.llama.fi) or others. @default not enabled */
  readonly defillama?: { readonly enabled?: boolean; readonly apiUrl?: string; readonly yieldsUrl?: string }
  /** How long an answer counts as fresh. @default 300000 */
  readonly ttlMs?: number
  /** Longest wait for a whole answer. @default 9000 */
  readonly timeoutMs?: number
  /** Maximum bytes of an answer after decompression. @default 67108864 */
  readonly maxBytes?: number
}

const { ttlMs, timeoutMs, maxBytes } = defiDefaults
export const marketDefaults = { ttlMs, timeoutMs, maxBytes } as const satisfies MarketSettings
