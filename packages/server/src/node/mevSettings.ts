import { bundleChains } from '@outrigger/api/contract'
import { InvalidRelayError, type RelaySetting, requireSignerKey, resolveRelay } from '@outrigger/mev/bundles'
import * as t from 'typebox'

const Relay = t.Object(
  {
    name: t.String({ pattern: '^[\\w.-]{1,40}$' }),
    url: t.Optional(t.String({ minLength: 1 })),
    dialect: t.Optional(t.String({ minLength: 1 })),
    chain: t.Optional(t.Enum([...bundleChains])),
    timeoutMs: t.Optional(t.Integer({ minimum: 50, maximum: 60_000 })),
    headers: t.Optional(t.Record(t.String(), t.String())),
  },
  { additionalProperties: false },
)

/** `mev` of the configuration as JSON Schema. */
export const MevSettingsSchema = t.Object(
  {
    enabled: t.Optional(t.Boolean()),
    searchHistory: t.Optional(t.Boolean()),
    maxPools: t.Optional(t.Integer({ minimum: 1 })),
    builderBidBps: t.Optional(t.Integer({ minimum: 0, maximum: 10_000 })),
    minProfitEth: t.Optional(t.Number({ minimum: 0, maximum: 1e9 })),
    simulationsPerBlock: t.Optional(t.Integer({ minimum: 0 })),
    relays: t.Optional(t.Array(t.Union([t.String(), Relay]))),
    signerKey: t.Optional(t.String({ minLength: 1 })),
    confirmations: t.Optional(t.Integer({ minimum: 0, maximum: 1_000 })),
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
  /** Least net profit that is reported, in whole native currency. @default 0.0001 */
  readonly minProfitEth?: number
  /**
   * Calls to the provider per block for what arithmetic does not report: tokens that nobody has measured, calls that anyone
   * could copy, liquidations. 0 asks nothing, and reports such findings as computed. @default 16
   */
  readonly simulationsPerBlock?: number
  /** Relays that bundles and private transactions are sent to: known names, or names with what differs. @default none */
  readonly relays?: readonly RelaySetting[]
  /** Private key that signs requests to relays; it needs no funds. @default one that is made and kept in the store */
  readonly signerKey?: string
  /** Blocks after which a bundle is not followed any more. @default 64 */
  readonly confirmations?: number
}

/** What is wrong with the relays, in words of the configuration. */
export function findRelayFaults({ mev: { relays = [], signerKey } = {} }: { readonly mev?: MevSettings }): string[] {
  const faults = relays.flatMap((relay) => toFault('mev.relays', () => resolveRelay(relay)))
  return [...faults, ...(signerKey === undefined ? [] : toFault('mev.signerKey', () => requireSignerKey(signerKey)))]
}

function toFault(field: string, check: () => unknown): string[] {
  try {
    check()
    return []
  } catch (error) {
    if (!(error instanceof InvalidRelayError)) throw error
    return [`${field}: ${error.message}`]
  }
}

export const mevDefaults = {
  enabled: true,
  searchHistory: true,
  maxPools: 20_000,
  builderBidBps: 0,
  minProfitEth: 0.0001,
  simulationsPerBlock: 16,
  relays: [],
  confirmations: 64,
} as const satisfies MevSettings
