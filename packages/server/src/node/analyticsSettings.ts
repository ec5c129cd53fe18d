import * as t from 'typebox'
import type { WatchSetting } from './watchSetting.ts'

const strict = { additionalProperties: false } as const
const Url = t.String({ pattern: '^https?://' })

/** `analytics` of the configuration as JSON Schema. */
export const AnalyticsSettingsSchema = t.Object(
  {
    count: t.Optional(t.Union([t.Literal('atStart'), t.Literal('onUse'), t.Literal(false)])),
    maxBlocks: t.Optional(t.Integer({ minimum: 0, maximum: 1_000_000 })),
    maxMs: t.Optional(t.Integer({ minimum: 0, maximum: 25_000 })),
    coingecko: t.Optional(t.Object({ enabled: t.Optional(t.Boolean()), url: t.Optional(Url) }, strict)),
    fearAndGreed: t.Optional(t.Object({ enabled: t.Optional(t.Boolean()), url: t.Optional(Url) }, strict)),
  },
  strict,
)

/** Counters of the chains, and who is asked for figures of the whole market. */
export type AnalyticsSettings = {
  /**
   * When blocks are counted: `atStart`, or `onUse`, from the first question about a chain on; each block costs a call, and
   * one that moves value another where the node lacks Otterscan's API. `false`: only what questions read. @default onUse
   */
  readonly count?: WatchSetting
  /** Past blocks that one question may read where they are not counted yet. @default 2000 */
  readonly maxBlocks?: number
  /** How long one question may take for that. @default 5000 */
  readonly maxMs?: number
  /** CoinGecko's API, at its own address or another. A key is that of `prices.coingecko`. @default not enabled */
  readonly coingecko?: { readonly enabled?: boolean; readonly url?: string }
  /** The index of fear and greed of alternative.me, at its own address or another. @default not enabled */
  readonly fearAndGreed?: { readonly enabled?: boolean; readonly url?: string }
}

export const analyticsDefaults = { count: 'onUse', maxBlocks: 2_000, maxMs: 5_000 } as const satisfies AnalyticsSettings
