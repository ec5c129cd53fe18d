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

/** JSON Schema of the setting `mev`. */
export const MevSettingsSchema = t.Object(
  {
    enabled: t.Optional(t.Boolean()),
    builderBidBps: t.Optional(t.Integer({ minimum: 0, maximum: 10_000 })),
    minProfitEth: t.Optional(t.Number({ minimum: 0, maximum: 1e9 })),
    relays: t.Optional(t.Array(t.Union([t.String(), Relay]))),
    signerKey: t.Optional(t.String({ minLength: 1 })),
  },
  { additionalProperties: false },
)

/** MEV detection on the watched mempools. */
export type MevSettings = {
  /** Costs at most three calls a block, plus the search for pools. @default true */
  readonly enabled?: boolean
  /** Share of the profit after gas that goes to the builder, in basis points. @default 0 */
  readonly builderBidBps?: number
  /** Minimum net profit of a reported finding, in units of the native currency. @default 0.0001 */
  readonly minProfitEth?: number
  /** Relays that bundles and private transactions are sent to: known names, or names with overrides. @default none */
  readonly relays?: readonly RelaySetting[]
  /** Private key that signs requests to relays. It needs no funds. @default a generated key, kept in the store */
  readonly signerKey?: string
}

/** Lists errors in the relay settings, with the names of the configuration. */
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
  builderBidBps: 0,
  minProfitEth: 0.0001,
  relays: [],
} as const satisfies MevSettings
