import { type AggregatorName, aggregatorDefaults, aggregatorNames, createAggregator } from '@outrigger/defi/dex'
import * as t from 'typebox'

const strict = { additionalProperties: false } as const
const Aggregator = t.Optional(
  t.Object(
    {
      enabled: t.Optional(t.Boolean()),
      url: t.Optional(t.String({ pattern: '^https?://' })),
      apiKey: t.Optional(t.String({ minLength: 1 })),
    },
    strict,
  ),
)

/** `swaps` of the configuration as JSON Schema. */
export const SwapSettingsSchema = t.Object(
  {
    use: t.Optional(t.Enum(['local', 'best', ...aggregatorNames])),
    ...{ '1inch': Aggregator, '0x': Aggregator, velora: Aggregator, kyberswap: Aggregator, odos: Aggregator },
    timeoutMs: t.Optional(t.Integer({ minimum: 50, maximum: 60_000 })),
    maxBytes: t.Optional(t.Integer({ minimum: 1_024 })),
  },
  strict,
)

/** An aggregator is asked only where it is enabled. A key is sent as its provider wants it and never shown. */
type AggregatorSettings = { readonly enabled?: boolean; readonly url?: string; readonly apiKey?: string }

/** Swap quotes: from the pools that the node reads itself, or from aggregators, whose transactions are simulated first. */
export type SwapSettings = { readonly [name in AggregatorName]?: AggregatorSettings } & {
  /** `local`, the name of an aggregator, or `best` of all that are enabled and the local router. @default local */
  readonly use?: 'local' | 'best' | AggregatorName
  /** Longest wait for an aggregator. @default 3000 */
  readonly timeoutMs?: number
  /** Longest answer of an aggregator that is read, unpacked. @default 1048576 */
  readonly maxBytes?: number
}

export const swapDefaults = { use: 'local', ...aggregatorDefaults } as const satisfies SwapSettings

/** Those that are enabled. */
export function createAggregators({ timeoutMs, maxBytes, ...settings }: SwapSettings) {
  const limits = { ...(timeoutMs !== undefined && { timeoutMs }), ...(maxBytes !== undefined && { maxBytes }) }
  return aggregatorNames.flatMap((name) => {
    const { enabled = false, ...options } = settings[name] ?? {}
    return enabled ? [createAggregator(name, { ...options, ...limits })] : []
  })
}

export function findSwapFaults({ swaps = {} }: { readonly swaps?: SwapSettings }): string[] {
  const { use = 'local', velora } = swaps
  const isUnknown = use !== 'local' && use !== 'best' && swaps[use]?.enabled !== true
  return [
    ...(isUnknown ? [`swaps.use: ${use} is not enabled. Set swaps.${use}.enabled`] : []),
    ...(velora?.apiKey === undefined ? [] : ['swaps.velora.apiKey: velora takes no API key. Leave it out']),
  ]
}
