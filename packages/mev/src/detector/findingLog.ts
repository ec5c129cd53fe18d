import type { Finding } from '../finding.ts'

/** Findings that were told and have not gone. */
export type FindingLog = {
  /** Takes in what was found; true where it is new or worth at least 1 % more or less than when last told. */
  note(finding: Finding): boolean
  remove(id: string): boolean
  /** Most profitable first. */
  list(): readonly Finding[]
}

/** @param max findings; beyond, those noted longest ago are forgotten */
export function createFindingLog(max: number): FindingLog {
  const known = new Map<string, Finding>()
  return {
    note(finding) {
      const before = known.get(finding.id)
      known.delete(finding.id)
      known.set(finding.id, finding)
      const [oldest] = known.keys()
      if (known.size > max && oldest !== undefined) known.delete(oldest)
      return before === undefined || hasChanged(before.estimatedProfit, finding.estimatedProfit)
    },
    remove: (id) => known.delete(id),
    list: () => [...known.values()].sort((a, b) => (a.estimatedProfit < b.estimatedProfit ? 1 : -1)),
  }
}

function hasChanged(before: bigint, now: bigint): boolean {
  const change = now > before ? now - before : before - now
  return change * 100n >= before
}
