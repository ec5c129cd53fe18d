import type { MevFinding } from '@outrigger/api/contract'
import type { Finding } from '@outrigger/mev'
import type { Hex } from 'viem'
import type { FindingRecord } from './findingFeed.ts'

/** Conditions on findings. All given ones must match. An empty list is no condition. */
export type FindingConditions = {
  readonly types?: readonly MevFinding['type'][]
  /** Wei. */
  readonly minProfit?: bigint
  /** 0 to 1. */
  readonly minConfidence?: number
  readonly dependsOn?: 'pending' | 'state'
  readonly tokens?: readonly Hex[]
  readonly pools?: readonly Hex[]
  readonly addresses?: readonly Hex[]
}

export type FindingFilter = (record: FindingRecord) => boolean

/** Returns whether a finding matches conditions. Addresses may have any case. */
export function createFindingFilter(conditions: FindingConditions): FindingFilter {
  const { types = [], minProfit = 0n, minConfidence = 0, dependsOn } = conditions
  const isOfType = (type: Finding['type']) => types.length === 0 || types.includes(type)
  const hasToken = toMatch(conditions.tokens)
  const hasPool = toMatch(conditions.pools)
  const hasAddress = toMatch(conditions.addresses)
  return ({ finding, addresses }) =>
    isOfType(finding.type) &&
    finding.estimatedProfit >= minProfit &&
    finding.confidence >= minConfidence &&
    (dependsOn === undefined || (dependsOn === 'pending') === finding.transactions.length > 0) &&
    hasToken(() => toTokens(finding)) &&
    hasPool(() => finding.swaps.flatMap(({ hops }) => hops.map(({ pool }) => pool))) &&
    hasAddress(() => addresses)
}

function toMatch(wanted: readonly string[] = []): (toValues: () => readonly string[]) => boolean {
  const set = new Set(wanted.map((one) => one.toLowerCase()))
  return (toValues) => set.size === 0 || toValues().some((value) => set.has(value.toLowerCase()))
}

function toTokens({ type, swaps, details }: Finding): readonly string[] {
  const swapped = swaps.flatMap(({ hops }) => hops.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]))
  return type === 'liquidation' ? [...swapped, details.collateral, details.debt] : swapped
}
