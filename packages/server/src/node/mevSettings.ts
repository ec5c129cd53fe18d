import * as t from 'typebox'

/** `mev` of the configuration as JSON Schema. */
export const MevSettingsSchema = t.Object(
  {
    enabled: t.Optional(t.Boolean()),
    searchHistory: t.Optional(t.Boolean()),
    maxPools: t.Optional(t.Integer({ minimum: 1 })),
    builderBidBps: t.Optional(t.Integer({ minimum: 0, maximum: 10_000 })),
    minProfitEth: t.Optional(t.Number({ minimum: 0 })),
    simulationsPerBlock: t.Optional(t.Integer({ minimum: 0 })),
  },
  { additionalProperties: false },
)

/** MEV detection beside the mempools that are watched. */
export type MevSettings = {
  /** Costs three calls a block at most, beside the search for pools. @default true */
  readonly enabled?: boolean
  /** Whether all pools of the known DEXes are looked for, by their factories' past logs; else those that pending swaps name. @default true */
  readonly searchHistory?: boolean
  /** Pools whose state is held at most. @default 20000 */
  readonly maxPools?: number
  /** Of a profit after gas, what the builder is given, in ten-thousandths. @default 0 */
  readonly builderBidBps?: number
  /** Least net profit that is told, in whole native currency. @default 0.0001 */
  readonly minProfitEth?: number
  /**
   * Calls to the provider per block for what arithmetic does not tell: tokens that nobody has measured, calls that anyone
   * could copy, liquidations. 0 asks nothing, and tells such findings as computed. @default 16
   */
  readonly simulationsPerBlock?: number
}

export const mevDefaults = {
  enabled: true,
  searchHistory: true,
  maxPools: 20_000,
  builderBidBps: 0,
  minProfitEth: 0.0001,
  simulationsPerBlock: 16,
} as const satisfies MevSettings
