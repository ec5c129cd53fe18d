import * as t from 'typebox'
import type { WatchSetting } from './watchSetting.ts'

const strict = { additionalProperties: false } as const
const Url = t.String({ pattern: '^https?://' })

/** JSON Schema of the setting `analytics`. */
export const AnalyticsSettingsSchema = t.Object(
  {
    count: t.Optional(t.Union([t.Literal('atStart'), t.Literal('onUse'), t.Literal(false)])),
    coingecko: t.Optional(t.Object({ enabled: t.Optional(t.Boolean()), url: t.Optional(Url) }, strict)),
    fearAndGreed: t.Optional(t.Object({ enabled: t.Optional(t.Boolean()), url: t.Optional(Url) }, strict)),
  },
  strict,
)

/** Counters of the chains, and the sources of market-wide figures. */
export type AnalyticsSettings = {
  /**
   * When blocks are counted: `atStart`, or `onUse`, from the first request about a chain on. Each block costs a call. A block
   * that
   * moves value costs another one if the node lacks Otterscan's API. `false` counts only blocks that requests need. @default
   * onUse
   */
  readonly count?: WatchSetting
  /** CoinGecko's API, at its own URL or another. The key is in `prices.coingecko`. @default not enabled */
  readonly coingecko?: { readonly enabled?: boolean; readonly url?: string }
  /** The fear and greed index of alternative.me, at its own URL or another. @default not enabled */
  readonly fearAndGreed?: { readonly enabled?: boolean; readonly url?: string }
}

export const analyticsDefaults = { count: 'onUse' } as const satisfies AnalyticsSettings
