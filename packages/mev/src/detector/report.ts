import type { Hex } from 'viem'
import { type Finding, toMevOpportunity } from '../finding.ts'
import type { GoneReason } from './detectorTypes.ts'
import { toBest } from './evaluate.ts'
import type { Effects } from './events.ts'
import type { DetectorState } from './state.ts'

/** Stores findings, and reports those that are new or have changed. */
export function report(state: DetectorState, findings: readonly Finding[], out: Effects): void {
  for (const finding of findings) {
    const { news, evicted } = state.findings.note(finding)
    if (evicted !== null) out.push({ kind: 'gone', finding: evicted, reason: 'evicted' })
    if (news !== null) out.push({ kind: news, finding })
  }
  annotate(state, findings, out)
}

/** Removes findings, and reports those that were stored. */
export function drop(state: DetectorState, ids: readonly string[], reason: GoneReason, out: Effects): void {
  const dropped = ids.flatMap((id) => state.findings.remove(id) ?? [])
  for (const finding of dropped) out.push({ kind: 'gone', finding, reason })
  annotate(state, dropped, out)
}

/** Annotates each transaction that some findings include with its best finding. */
function annotate(state: DetectorState, findings: readonly Finding[], out: Effects): void {
  for (const hash of new Set(findings.flatMap(({ transactions }) => transactions))) annotateBest(state, hash, out)
}

export function annotateBest({ findings }: DetectorState, hash: Hex, out: Effects): void {
  const best = toBest(findings.of(hash))
  out.push({ kind: 'annotate', hash, mev: best && toMevOpportunity(best) })
}
