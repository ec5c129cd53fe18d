import type { Account } from '../../lending/market.ts'
import { computeSums } from './columns.ts'
import type { Rows } from './rows.ts'
import type { ScreenWeights } from './screenWeights.ts'
import { coversEveryAccountBelow, renewMargin, type Watchlist, watchlistMargin } from './watchlist.ts'

type Report = (account: Account, least: number, most: number) => void

/** Screens accounts in floating point: all rows, or only the rows that were near the limit in the last full screen. */
export function createHealthScreen(rows: Rows) {
  /** Watchlists by limit. */
  const watchlists = new Map<number, Watchlist>()

  function markNear(row: number): void {
    for (const { rows: nearRows, members } of watchlists.values())
      if (!members.has(row)) {
        members.add(row)
        nearRows.push(row)
      }
  }

  /** Calls `report` for each account whose health factor may be at or below `limit`, with its bounds (NaN if unknown). */
  function screenBelow(limit: number, screenWeights: ScreenWeights, report: Report): void {
    const known = watchlists.get(limit)
    const listed = known !== undefined && coversEveryAccountBelow(known, screenWeights, rows.slots) ? known.rows : null
    const nearRows = screenRows(rows, listed, limit, screenWeights, report)
    if (listed === null) watchlists.set(limit, { screenWeights, rows: nearRows, members: new Set(nearRows) })
  }

  /** Repeats a full screen if prices have moved far since the last one. */
  function renew(screenWeights: ScreenWeights): void {
    for (const [limit, known] of [...watchlists])
      if (!coversEveryAccountBelow(known, screenWeights, rows.slots, renewMargin)) {
        watchlists.delete(limit)
        screenBelow(limit, screenWeights, () => {})
      }
  }

  return { screenBelow, renew, markNear }
}

/** Screens the listed rows, or all rows. Returns the rows near the limit if it has screened all. */
function screenRows(
  rows: Rows,
  listed: readonly number[] | null,
  limit: number,
  screenWeights: ScreenWeights,
  report: Report,
): number[] {
  const { weights, mostSlack, error } = screenWeights
  const { columns, arena, accounts } = rows
  const { collateral, debt } = columns
  const [low, high] = [1 - error, 1 + error]
  const count = listed?.length ?? accounts.length
  const nearRows: number[] = []
  computeSums(columns, arena, weights, listed, count)
  for (let index = 0; index < count; index += 1) {
    const row = listed === null ? index : (listed[index] as number)
    const held = (collateral[row] as number) * low - mostSlack
    const owed = (debt[row] as number) * high + mostSlack
    // Negated, so that NaN (undecidable in floating point) is included.
    if (listed === null && !(held - mostSlack > watchlistMargin * limit * owed)) nearRows.push(row)
    if (!(held > limit * owed) && row < accounts.length) reportRow(rows, row, limit, screenWeights, report)
  }
  return nearRows
}

/** Reports an account with the bounds of its health factor, unless they are above the limit. */
function reportRow(rows: Rows, row: number, limit: number, { slacks, error }: ScreenWeights, report: Report): void {
  const { columns, arena, accounts } = rows
  const [low, high] = [1 - error, 1 + error]
  let slack = 0
  for (let at = columns.starts[row] as number; at < (columns.ends[row] as number); at += 1)
    slack += slacks[arena.slots[at] as number] as number
  const held = columns.collateral[row] as number
  const owed = columns.debt[row] as number
  const least = (held * low - slack) / (owed * high + slack)
  if (least > limit) return
  const leastOwed = owed * low - slack
  report(accounts[row] as Account, least, leastOwed > 0 ? (held * high + slack) / leastOwed : Number.NaN)
}
