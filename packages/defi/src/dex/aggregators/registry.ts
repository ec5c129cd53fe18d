import type { AggregatorDefinition } from './aggregator.ts'
import { kyberSwap } from './kyberSwap.ts'
import { odos } from './odos.ts'
import { oneInch } from './oneInch.ts'
import { velora } from './velora.ts'
import { zeroEx } from './zeroEx.ts'

/** Aggregators by their names in settings and answers. */
export const aggregators = {
  '1inch': oneInch,
  '0x': zeroEx,
  velora,
  kyberswap: kyberSwap,
  odos,
} as const satisfies { readonly [name: string]: AggregatorDefinition }

export type AggregatorName = keyof typeof aggregators

export const aggregatorNames = Object.keys(aggregators) as readonly AggregatorName[]
