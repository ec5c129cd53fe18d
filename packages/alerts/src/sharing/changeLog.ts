/** The alerts changed by the last commits of all processes. One document that every process appends to. */
export type ChangeLog = {
  /** Total number of commits. */
  readonly total: number
  /** The newest commits, oldest first. */
  readonly recent: readonly { readonly by: string; readonly ids: readonly string[] }[]
}

export const emptyLog: ChangeLog = { total: 0, recent: [] }

const kept = 100

export function addToLog(log: ChangeLog | undefined, by: string, ids: readonly string[]): ChangeLog {
  const { total, recent } = log ?? emptyLog
  return { total: total + 1, recent: [...recent, { by, ids }].slice(-kept) }
}

/** Returns the alerts that other processes have changed since a total, or null if the log no longer reaches back to it. */
export function listChanged(log: ChangeLog, since: number, self: string): ReadonlySet<string> | null {
  const count = log.total - since
  if (count > log.recent.length || count < 0) return null
  const newer = count === 0 ? [] : log.recent.slice(-count)
  return new Set(newer.flatMap(({ by, ids }) => (by === self ? [] : ids)))
}
