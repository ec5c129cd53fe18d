import type { Response } from '@outrigger/api/contract'

type Answer = Response<'defiOpportunities'>
export type Opportunity = Answer['opportunities'][number]

/** A liquidation that pays, or did when it was last seen. */
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

export const isPresent = ({ goneMs }: SeenOpportunity): boolean => goneMs === undefined

const mostGone = 20
const toKey = ({ borrower, protocol, market }: Opportunity) => `${borrower} ${protocol} ${market}`

/**
 * What was seen and what is there now, made one list.
 *
 * @example mergeSeen([], [opportunity], Date.now()) // it is there
 */
export function mergeSeen(
  last: readonly SeenOpportunity[],
  present: readonly Opportunity[],
  nowMs: number,
): readonly SeenOpportunity[] {
  const there = present.map((one) => ({ ...one, key: toKey(one) }))
  const keys = new Set(there.map(({ key }) => key))
  const gone = last.filter(({ key }) => !keys.has(key)).map((one) => ({ ...one, goneMs: one.goneMs ?? nowMs }))
  return [...there, ...gone.sort((a, b) => b.goneMs - a.goneMs).slice(0, mostGone)]
}
