import { randomBytes } from 'node:crypto'
import type { Clock, Unwatch } from '@outrigger/core'
import { createEmitter } from '@outrigger/core/internal'
import type { MempoolWatcher } from '@outrigger/mempool'
import type { Finding, GoneReason, MevDetector } from '@outrigger/mev'
import type { Address } from 'viem'

/** A finding with what filters need to know about it. */
export type FindingRecord = {
  readonly finding: Finding
  /** Unix ms. */
  readonly firstSeenMs: number
  /** Senders and recipients of its transactions, and the borrower of a liquidation. */
  readonly addresses: readonly Address[]
}

/** A change of the findings. Without `before` the finding is new, without `after` it is gone. */
export type FindingChange = { readonly cursor: string } & (
  | { readonly before: FindingRecord | null; readonly after: FindingRecord }
  | { readonly before: FindingRecord; readonly after: null; readonly reason: GoneReason }
)

/** The findings of one detector as an ordered log, so that a client can resume after a lost connection. */
export type FindingFeed = {
  /** Returns the findings with their latest profits, also those that changed by less than 1 %, most profitable first. */
  list(): readonly FindingRecord[]
  /** Returns the findings as last reported, and the cursor of the last change, from which a client resumes. */
  current(): { readonly records: readonly FindingRecord[]; readonly cursor: string }
  /** Returns the changes after a cursor, or null if the feed no longer stores all of them. */
  since(cursor: string): readonly FindingChange[] | null
  follow(onChange: (change: FindingChange) => void): Unwatch
  close(): void
}

type FeedParts = {
  readonly detector: Pick<MevDetector, 'on' | 'findings'>
  readonly watcher: Pick<MempoolWatcher, 'get'>
  readonly clock: Clock
  /** Number of changes to store. @default 4096 */
  readonly keep?: number
}

export function createFindingFeed({ detector, watcher, clock, keep = 4_096 }: FeedParts): FindingFeed {
  // A cursor of another process is unknown here.
  const run = randomBytes(6).toString('base64url')
  const events = createEmitter<{ readonly change: FindingChange }>()
  const records = new Map<string, FindingRecord>()
  const kept: FindingChange[] = []
  let sequence = 0
  const toCursor = (at: number) => `${run}.${at}`

  function toRecord(finding: Finding): FindingRecord {
    const known = records.get(finding.id)
    return {
      finding,
      firstSeenMs: known?.firstSeenMs ?? clock.now(),
      addresses: known?.addresses ?? toAddresses(finding, watcher),
    }
  }

  type Change = FindingChange extends infer change ? (change extends unknown ? Omit<change, 'cursor'> : never) : never

  function push(change: Change): void {
    sequence += 1
    const numbered = { ...change, cursor: toCursor(sequence) } as FindingChange
    kept.push(numbered)
    if (kept.length > keep) kept.shift()
    events.emit('change', numbered)
  }

  function set(finding: Finding): void {
    const before = records.get(finding.id) ?? null
    const after = toRecord(finding)
    records.set(finding.id, after)
    push({ before, after })
  }

  const unwatch = [
    detector.on('found', set),
    detector.on('changed', set),
    detector.on('gone', ({ finding, reason }) => {
      const before = records.get(finding.id)
      records.delete(finding.id)
      if (before !== undefined) push({ before, after: null, reason })
    }),
  ]

  return {
    list: () => detector.findings().map(toRecord),
    current: () => ({ records: [...records.values()], cursor: toCursor(sequence) }),
    since(cursor) {
      const at = Number(cursor.slice(run.length + 1))
      const isKnown = Number.isInteger(at) && cursor === toCursor(at) && at <= sequence && at >= sequence - kept.length
      return isKnown ? kept.slice(kept.length - (sequence - at)) : null
    },
    follow: (onChange) => events.on('change', onChange),
    close() {
      for (const stop of unwatch) stop()
      events.clear()
    },
  }
}

function toAddresses(finding: Finding, watcher: Pick<MempoolWatcher, 'get'>): readonly Address[] {
  const parties = finding.transactions.flatMap((hash) => {
    const transaction = watcher.get(hash)?.transaction
    return [transaction?.from ?? [], transaction?.to ?? []].flat()
  })
  return finding.type === 'liquidation' ? [...parties, finding.opportunity.borrower] : parties
}
