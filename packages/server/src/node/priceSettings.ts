import * as t from 'typebox'

const strict = { additionalProperties: false } as const
const Url = t.String({ pattern: '^https?://' })
const Share = t.Number({ exclusiveMinimum: 0, maximum: 1 })

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
    ttlMs: t.Optional(t.Integer({ minimum: 1_000 })),
    timeoutMs: t.Optional(t.Integer({ minimum: 50, maximum: 60_000 })),
    tolerance: t.Optional(Share),
    minLiquidityUsd: t.Optional(t.Number({ minimum: 0 })),
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
  /** @default 60000 */
  readonly ttlMs?: number
  /** Time limit for one source. @default 2000 */
  readonly timeoutMs?: number
  /** Maximum distance of a source from the median, 0-1. @default 0.02 */
  readonly tolerance?: number
  /** Markets with less liquidity within 2 % of their price are ignored. @default 10000 */
  readonly minLiquidityUsd?: number
}

export const priceDefaults = {
  chainlink: true,
  dex: true,
  defillama: { enabled: false },
  coingecko: { enabled: false },
  exchanges: [],
  watch: [],
  ttlMs: 60_000,
  timeoutMs: 2_000,
  tolerance: 0.02,
  minLiquidityUsd: 10_000,
} as const satisfies PriceSettings
