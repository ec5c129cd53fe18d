/**
 * Projects the usage of the current month at its rate so far: used · length of the month / elapsed time.
 *
 * @param nowMs Unix ms; the month begins at midnight UTC
 * @example projectMonth(100, Date.UTC(2026, 3, 16)) // 200
 */
export function projectMonth(used: number, nowMs: number): number {
  const now = new Date(nowMs)
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  return nowMs <= start ? used : (used * (end - start)) / (nowMs - start)
}

/** Returns the last `count` days in UTC, oldest first, in the form `2026-04-16`. */
export function listDays(nowMs: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(nowMs - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  )
}
