import * as t from 'typebox'

const strict = { additionalProperties: false } as const
const Url = t.String({ pattern: '^https?://' })

/** JSON Schema of the setting `prices`. */
export const PriceSettingsSchema = t.Object(
  {
    chainlink: t.Optional(t.Boolean()),
    dex: t.Optional(t.Boolean()),
    defillama: t.Optional(t.Object({ enabled: t.Optional(t.Boolean()), url: t.Optional(Url) }, strict)),
    coingecko: t.Optional(
      t.Object(
        {
          enabled: t.Optional(t.Boolean()),
          url: t.Optional(Url),
          apiKey: t.Optional(t.String({ minLength: 1 })),
          plan: t.Optional(t.Enum(['demo', 'pro'])),
        },
        strict,
      ),
    ),
    exchanges: t.Optional(t.Array(t.String({ pattern: '^[a-z0-9]{2,40}(?:=https?://.+)?$' }))),
    watch: t.Optional(t.Array(t.String({ pattern: '^[a-z0-9]+:[\\w.$+-]{1,42}$' }))),
  },
  strict,
)

/** Sources of prices. On-chain sources are read by default. External services are queried only if enabled. */
export type PriceSettings = {
  /** Chainlink's feeds. @default true */
  readonly chainlink?: boolean
  /** Pools of DEXes. @default true */
  readonly dex?: boolean
  /** DefiLlama's coins API, at its own URL or another. @default not enabled */
  readonly defillama?: { readonly enabled?: boolean; readonly url?: string }
  /** CoinGecko's API. A key is sent as a header and never logged. @default not enabled */
  readonly coingecko?: {
    readonly enabled?: boolean
    readonly url?: string
    readonly apiKey?: string
    readonly plan?: 'demo' | 'pro'
  }
  /**
   * Exchange ids of ccxt, which must be installed separately, each at its own URL or another:
   * `['kraken', 'coinbase=http://127.0.0.1:8080']`. @default none
   */
  readonly exchanges?: readonly string[]
  /** Tokens whose prices are kept up to date and recorded locally: `['ethereum:WETH']`. @default none */
  readonly watch?: readonly string[]
}

export const priceDefaults = {
  chainlink: true,
  dex: true,
  defillama: { enabled: false },
  coingecko: { enabled: false },
  exchanges: [],
  watch: [],
} as const satisfies PriceSettings
