/** Which alerts the last commits of all processes were about; one document, which each of them adds to. */
export type ChangeLog = {
  /** Commits since the beginning. */
  readonly total: number
  /** The newest ones, oldest first. */
  readonly recent: readonly { readonly by: string; readonly ids: readonly string[] }[]
}

export const emptyLog: ChangeLog = { total: 0, recent: [] }

const kept = 100

export function addToLog(log: ChangeLog | undefined, by: string, ids: readonly string[]): ChangeLog {
  const { total, recent } = log ?? emptyLog
  return { total: total + 1, recent: [...recent, { by, ids }].slice(-kept) }
}

/** What others than `self` have changed since a total; null where that is too long ago to be reported. */
export function listChanged(log: ChangeLog, since: number, self: string): ReadonlySet<string> | null {
  const count = log.total - since
  if (count > log.recent.length || count < 0) return null
  const newer = count === 0 ? [] : log.recent.slice(-count)
  return new Set(newer.flatMap(({ by, ids }) => (by === self ? [] : ids)))
}
