import type { Finding, GoneReason } from '@outrigger/mev'
import type { Address } from 'viem'
import type { FindingChange, FindingFeed, FindingRecord } from './findingFeed.ts'

/** A change of a finding as one subscriber sees it. `filtered`: the finding still exists, but no longer matches the subscriber's filter. */
export type FindingNotice =
  | { readonly type: 'found' | 'changed'; readonly record: FindingRecord }
  | { readonly type: 'gone'; readonly id: string; readonly reason: GoneReason | 'filtered' }

type Matches = (record: FindingRecord) => boolean

/** Converts a change for one filter, which may match the finding only before or only after the change. Null if neither. */
export function toNotice(change: FindingChange, matches: Matches): FindingNotice | null {
  const { before, after } = change
  const matched = before !== null && matches(before)
  if (after !== null && matches(after)) return { type: matched ? 'changed' : 'found', record: after }
  if (!matched) return null
  return { type: 'gone', id: before.finding.id, reason: change.after ? 'filtered' : change.reason }
}

/** A finding as a watch in process reports it. */
export type ReportedFinding = Finding & { readonly borrower: Address | null; readonly firstSeenMs: number }

export const toReported = ({ finding, firstSeenMs }: FindingRecord): ReportedFinding => ({
  ...finding,
  borrower: finding.type === 'liquidation' ? finding.opportunity.borrower : null,
  firstSeenMs,
})

/** Callbacks of a watch of findings. */
export type FindingListeners<finding> = {
  /** Called with the current findings, then with each new one. */
  onFound(finding: finding): void
  /** Called when the estimated profit of a finding has changed by at least 1 %. */
  onChanged?(finding: finding): void
  /** Called when a finding has expired or no longer matches. */
  onGone?(gone: { readonly id: string; readonly reason: GoneReason | 'filtered' }): void
}

/** Starts a watch of findings through a filter. */
export function followFindings(feed: FindingFeed, matches: Matches, listeners: FindingListeners<ReportedFinding>) {
  const report = (change: FindingChange): void => {
    const notice = toNotice(change, matches)
    if (notice?.type === 'found') listeners.onFound(toReported(notice.record))
    else if (notice?.type === 'changed') listeners.onChanged?.(toReported(notice.record))
    else if (notice?.type === 'gone') listeners.onGone?.({ id: notice.id, reason: notice.reason })
  }
  return {
    begin: () => feed.current().records.filter(matches).map(toReported).forEach(listeners.onFound),
    stop: feed.follow(report),
  }
}
