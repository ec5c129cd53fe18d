import type { Account } from '../../market/market.ts'
import { computeSums } from './columns.ts'
import type { Rows } from './rows.ts'
import type { ScreenWeights } from './screenWeights.ts'
import { coversEveryAccountBelow, renewMargin, type Watchlist, watchlistMargin } from './watchlist.ts'

type Tell = (account: Account, least: number, most: number) => void

/** The screen in floating point over all rows, or over those that were near the limit when all were last looked at. */
export function createHealthScreen(rows: Rows) {
  /** By limit. */
  const watchlists = new Map<number, Watchlist>()

  function markNear(row: number): void {
    for (const { rows: nearRows, members } of watchlists.values())
      if (!members.has(row)) {
        members.add(row)
        nearRows.push(row)
      }
  }

  /** Calls `tell` for each account whose health factor may be at or below `limit`, with its bounds; NaN where unknown. */
  function screenBelow(limit: number, screenWeights: ScreenWeights, tell: Tell): void {
    const { weights, slacks, mostSlack, error } = screenWeights
    const { columns, arena, accounts } = rows
    const { collateral, debt } = columns
    const [low, high] = [1 - error, 1 + error]

    function look(row: number): void {
      let slack = 0
      for (let at = columns.starts[row] as number; at < (columns.ends[row] as number); at += 1)
        slack += slacks[arena.slots[at] as number] as number
      const held = collateral[row] as number
      const owed = debt[row] as number
      const least = (held * low - slack) / (owed * high + slack)
      if (least > limit) return
      const leastOwed = owed * low - slack
      tell(accounts[row] as Account, least, leastOwed > 0 ? (held * high + slack) / leastOwed : Number.NaN)
    }

    const known = watchlists.get(limit)
    const listed = known !== undefined && coversEveryAccountBelow(known, screenWeights, rows.slots) ? known.rows : null
    const count = listed?.length ?? accounts.length
    const nearRows: number[] = []
    computeSums(columns, arena, weights, listed, count)
    for (let index = 0; index < count; index += 1) {
      const row = listed === null ? index : (listed[index] as number)
      const held = (collateral[row] as number) * low - mostSlack
      const owed = (debt[row] as number) * high + mostSlack
      // Put so that NaN, of what floating point cannot say, is looked at.
      if (listed === null && !(held - mostSlack > watchlistMargin * limit * owed)) nearRows.push(row)
      if (!(held > limit * owed) && row < accounts.length) look(row)
    }
    if (listed === null) watchlists.set(limit, { screenWeights, rows: nearRows, members: new Set(nearRows) })
  }

  /** Screens all again where prices have gone far from the last time that was done. */
  function renew(screenWeights: ScreenWeights): void {
    for (const [limit, known] of [...watchlists])
      if (!coversEveryAccountBelow(known, screenWeights, rows.slots, renewMargin)) {
        watchlists.delete(limit)
        screenBelow(limit, screenWeights, () => {})
      }
  }

  return { screenBelow, renew, markNear }
}
