import * as t from 'typebox'

const strict = { additionalProperties: false } as const
const Url = t.String({ pattern: '^https?://' })

/** JSON Schema of the setting `market`. */
export const MarketSettingsSchema = t.Object(
  {
    defillama: t.Optional(
      t.Object({ enabled: t.Optional(t.Boolean()), apiUrl: t.Optional(Url), yieldsUrl: t.Optional(Url) }, strict),
    ),
  },
  strict,
)

/** Market figures: value locked, yields, volumes. As for prices, external services are queried only if enabled. */
export type MarketSettings = {
  /** DefiLlama's API, at its own URLs (api.llama.fi, yields.llama.fi) or others. @default not enabled */
  readonly defillama?: { readonly enabled?: boolean; readonly apiUrl?: string; readonly yieldsUrl?: string }
}
