import type { Response } from '@outrigger/api/contract'

type Answer = Response<'defiOpportunities'>
export type Opportunity = Answer['opportunities'][number]

/** A liquidation that pays, or did of late. */
export type SeenOpportunity = Opportunity & {
  readonly key: string
  /** Unix ms; undefined while it is there. */
  readonly goneMs?: number
}
export type SeenOpportunities = {
  /** Those there are, then those that are over, the latest first. */
  readonly seen: readonly SeenOpportunity[]
  /** How many there are now. */
  readonly present: number
  readonly skipped: NonNullable<Answer['skipped']>
  readonly totalUsd: number
}

/** As `/dashboard/liquidations/{chain}/over` says it. */
export type OverOpportunities = {
  readonly opportunities: readonly (Opportunity & { readonly over_since: string })[]
}

const toKey = ({ borrower, protocol, market }: Opportunity) => `${borrower} ${protocol} ${market}`

/** What is there now and what is over, made one list. */
export function toSeen(
  present: readonly Opportunity[],
  over: OverOpportunities['opportunities'],
): readonly SeenOpportunity[] {
  const there = present.map((one) => ({ ...one, key: toKey(one) }))
  const keys = new Set(there.map(({ key }) => key))
  const gone = over.map(({ over_since, ...one }) => ({ ...one, key: toKey(one), goneMs: Date.parse(over_since) }))
  return [...there, ...gone.filter(({ key }) => !keys.has(key))]
}
