import type { ChainName } from '@outrigger/core'
import {
  type Aggregator,
  type AggregatorName,
  aggregatorNames,
  createAggregator,
  InvalidAggregatorError,
} from '@outrigger/defi/dex'
import * as t from 'typebox'
import type { Address } from 'viem'

const strict = { additionalProperties: false } as const
const Contracts = t.Record(t.String(), t.Array(t.String({ pattern: '^0x[\\da-fA-F]{40}$' })))
const AggregatorSchema = t.Optional(
  t.Object(
    {
      enabled: t.Optional(t.Boolean()),
      url: t.Optional(t.String({ pattern: '^https?://' })),
      apiKey: t.Optional(t.String({ minLength: 1 })),
      contracts: t.Optional(Contracts),
    },
    strict,
  ),
)

/** JSON Schema of the setting `swaps`. */
export const SwapSettingsSchema = t.Object(
  {
    use: t.Optional(t.Enum(['local', 'best', ...aggregatorNames])),
    '1inch': AggregatorSchema,
    '0x': AggregatorSchema,
    velora: AggregatorSchema,
    kyberswap: AggregatorSchema,
    odos: AggregatorSchema,
  },
  strict,
)

/** Settings of an aggregator, which is queried only if enabled. A key is sent as its provider requires and never logged. */
type AggregatorSettings = {
  readonly enabled?: boolean
  readonly url?: string
  readonly apiKey?: string
  /** Additional contracts that its transactions may call and approve, besides the provider's known ones. */
  readonly contracts?: { readonly [chain in ChainName]?: readonly Address[] }
}

/** Swap quotes from the pools that the node reads itself, or from aggregators, whose transactions are simulated first. */
export type SwapSettings = { readonly [name in AggregatorName]?: AggregatorSettings } & {
  /** `local`, the name of an aggregator, or `best` of the local router and all enabled aggregators. @default local */
  readonly use?: 'local' | 'best' | AggregatorName
}

/** Tests give slow machines more time. */
export type AggregatorLimits = { readonly timeoutMs?: number }

/** Creates the enabled aggregators. */
export function createAggregators(settings: SwapSettings, limits: AggregatorLimits = {}): readonly Aggregator[] {
  return aggregatorNames.flatMap((name) => {
    const { enabled = false, ...options } = settings[name] ?? {}
    return enabled ? [createAggregator({ name, ...options, ...limits })] : []
  })
}

export function findSwapFaults({ swaps = {} }: { readonly swaps?: SwapSettings }): string[] {
  const { use = 'local' } = swaps
  const isUnknown = use !== 'local' && use !== 'best' && swaps[use]?.enabled !== true
  return [
    ...(isUnknown ? [`swaps.use: ${use} is not enabled. Set swaps.${use}.enabled`] : []),
    ...aggregatorNames.flatMap((name) => findAggregatorFault(name, swaps[name] ?? {})),
  ]
}

function findAggregatorFault(name: AggregatorName, { enabled, ...options }: AggregatorSettings): string[] {
  try {
    createAggregator({ name, ...options })
    return []
  } catch (error) {
    if (!(error instanceof InvalidAggregatorError)) throw error
    return [`swaps.${name}: ${error.message}`]
  }
}
