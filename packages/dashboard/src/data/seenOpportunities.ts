import type { Response } from '@outrigger/api/contract'

type Answer = Response<'defiOpportunities'>
export type Opportunity = Answer['opportunities'][number]

/** A liquidation that is profitable now or was recently. */
export type SeenOpportunity = Opportunity & {
  readonly key: string
  /** When the opportunity ended, in Unix ms. Undefined while it exists. */
  readonly goneMs?: number
}
export type SeenOpportunities = {
  /** Current opportunities, then past ones with the latest first. */
  readonly seen: readonly SeenOpportunity[]
  /** Number of current opportunities. */
  readonly present: number
  readonly skipped: NonNullable<Answer['skipped']>
  readonly totalUsd: number
}

const toKey = ({ borrower, protocol, market }: Opportunity) => `${borrower} ${protocol} ${market}`

/** Merges current and past opportunities. A past opportunity that is current again is listed once, as current. */
export function toSeen(
  present: readonly Opportunity[],
  ended: Response<'defiEndedOpportunities'>['opportunities'],
): readonly SeenOpportunity[] {
  const there = present.map((one) => ({ ...one, key: toKey(one) }))
  const keys = new Set(there.map(({ key }) => key))
  const gone = ended.map(({ ended_at, ...one }) => ({ ...one, key: toKey(one), goneMs: Date.parse(ended_at) }))
  return [...there, ...gone.filter(({ key }) => !keys.has(key))]
}
