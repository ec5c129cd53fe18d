import type { Address } from 'viem'
import type { Account, Entry, Market } from '../../lending/market.ts'
import { computeSums, createColumns, growColumns } from './columns.ts'
import { createEntryArena, haveSameRoom } from './entryArena.ts'
import { compareHealth, type Judge, type LiquidatableAccount, ScreenedAccount } from './liquidatable.ts'
import { isNearEnough, type Near, nearMargin, renewMargin } from './near.ts'
import { computeWeighing, type Slot, type Weighing } from './weighing.ts'

export type PositionCount = {
  /** Accounts that owe something. */
  readonly total: number
  /** Health factor up to 1.2, and not liquidatable. */
  readonly atRisk: number
  readonly liquidatable: number
}

/** What all accounts together owe, as debt shares, and have supplied: by reserve, of those that have been seen. */
export type PositionSums = { readonly owed: readonly bigint[]; readonly supplied: readonly bigint[] }

/**
 * The accounts of one market that owe something: exact as the contract stores them, and as doubles side by side for the
 * screen, which asks the exact arithmetic only about those that floating point cannot decide.
 */
export type PositionTable = {
  readonly size: number
  /** Kept up to date by every change, so that reading them costs nothing. */
  readonly sums: PositionSums
  /** Adds or replaces an account; one without debt is taken out. */
  set(account: Account): void
  delete(address: Address): void
  get(address: Address): Account | undefined
  accounts(): IterableIterator<Account>
  /**
   * All that can be liquidated by the exact arithmetic, and nobody else: lowest health factor first.
   *
   * @throws what `computeHealth` throws about an account that must be looked at
   */
  findLiquidatable<market extends Market>(judge: Judge<market>, market: market): readonly LiquidatableAccount[]
  /** The same numbers as the exact arithmetic gives. @throws as `findLiquidatable` */
  count<market extends Market>(judge: Judge<market>, market: market): PositionCount
  /** Screens all again where prices have gone far from the last time that was done: next time few will do. */
  renew<market extends Market>(judge: Judge<market>, market: market): void
}

type ToDebtShare = (entry: Entry) => bigint
type Weighed = {
  readonly judge: Judge
  readonly market: Market
  readonly terms: number
  readonly weighing: Weighing
}
type Tell = (account: Account, least: number, most: number) => void

const atRiskBelow = 1.2
const wadAtRiskBelow = 1_200_000_000_000_000_000n
const firstRows = 256

/**
 * @example
 * const table = createPositionTable()
 * for (const account of await aaveV3Lending.getAccounts(reader, market, borrowers)) table.set(account)
 * table.findLiquidatable(aaveV3Lending, market)[0]?.health.healthFactor
 */
export function createPositionTable(toDebtShare: ToDebtShare = ({ borrowed }) => borrowed): PositionTable {
  const arena = createEntryArena()
  const rows = new Map<Address, number>()
  const accounts: Account[] = []
  let columns = createColumns(firstRows)
  const sums: { owed: bigint[]; supplied: bigint[] } = { owed: [], supplied: [] }
  const slots: Slot[] = []
  const slotIndexes = new Map<string, number>()
  let mostTerms = 0
  let weighed: Weighed | null = null
  /** By limit. */
  const near = new Map<number, Near>()

  function toSlot(reserve: number, mode: number | null): number {
    const key = `${reserve} ${mode}`
    const known = slotIndexes.get(key)
    if (known !== undefined) return known
    slotIndexes.set(key, slots.length)
    return slots.push({ reserve, mode }) - 1
  }

  function addRow(address: Address): number {
    const row = accounts.length
    if (row === columns.starts.length) columns = growColumns(columns)
    columns.starts[row] = columns.ends[row] = 0
    rows.set(address, row)
    return row
  }

  function markNear(row: number): void {
    for (const { rows, members } of near.values())
      if (!members.has(row)) {
        members.add(row)
        rows.push(row)
      }
  }

  const countTerms = (row: number) => (columns.ends[row] as number) - (columns.starts[row] as number)

  function set(account: Account): void {
    const { address, mode, entries } = account
    const debts = entries.filter(owes)
    if (debts.length === 0) {
      remove(address)
      return
    }
    const collateral = entries.filter(({ isCollateral, supplied }) => isCollateral && supplied > 0n)
    const count = collateral.length + debts.length
    mostTerms = Math.max(mostTerms, count)
    const row = rows.get(address) ?? addRow(address)
    const before = accounts[row]
    if (before !== undefined) addTo(sums, before, toDebtShare, -1n)
    addTo(sums, account, toDebtShare, 1n)
    accounts[row] = account
    let start = columns.starts[row] as number
    if (!haveSameRoom(count, countTerms(row))) {
      arena.free(start, countTerms(row))
      start = arena.allocate(count)
    }
    const terms = [
      ...collateral.map(({ supplied, reserve }) => [Number(supplied), toSlot(reserve, mode)] as const),
      ...debts.map((entry) => [toScreenedDebt(entry), toSlot(entry.reserve, null)] as const),
    ]
    for (const [index, [amount, slot]] of terms.entries()) {
      arena.amounts[start + index] = amount
      arena.slots[start + index] = slot
    }
    columns.starts[row] = start
    columns.middles[row] = start + collateral.length
    columns.ends[row] = start + count
    markNear(row)
  }

  function remove(address: Address): void {
    const row = rows.get(address)
    if (row === undefined) return
    addTo(sums, accounts[row] as Account, toDebtShare, -1n)
    arena.free(columns.starts[row] as number, countTerms(row))
    rows.delete(address)
    const last = accounts.pop() as Account
    if (last.address === address) return
    accounts[row] = last
    rows.set(last.address, row)
    for (const column of [columns.starts, columns.middles, columns.ends])
      column[row] = column[accounts.length] as number
    markNear(row)
  }

  /** Made once for a market, as long as no account brings a slot or an entry more. */
  function weigh<market extends Market>(judge: Judge<market>, market: market): Weighing {
    const isSame = weighed?.market === market && weighed.judge === judge
    if (weighed && isSame && weighed.terms === mostTerms && weighed.weighing.weights.length === slots.length)
      return weighed.weighing
    const weighing = computeWeighing(judge.computeScreen(market), slots, mostTerms)
    weighed = { judge: judge as unknown as Judge, market, terms: mostTerms, weighing }
    return weighing
  }

  /** Tells of every account whose health factor may be up to `limit` between what and what it lies, NaN for unknown. */
  function screenBelow(limit: number, weighing: Weighing, tell: Tell): void {
    const { weights, slacks, mostSlack, error } = weighing
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

    const known = near.get(limit)
    const rows = known !== undefined && isNearEnough(known, weighing, slots) ? known.rows : null
    const count = rows?.length ?? accounts.length
    const nearRows: number[] = []
    computeSums(columns, arena, weights, rows, count)
    for (let index = 0; index < count; index += 1) {
      const row = rows === null ? index : (rows[index] as number)
      const held = (collateral[row] as number) * low - mostSlack
      const owed = (debt[row] as number) * high + mostSlack
      // Put so that NaN, of what floating point cannot say, is looked at.
      if (rows === null && !(held - mostSlack > nearMargin * limit * owed)) nearRows.push(row)
      if (!(held > limit * owed) && row < accounts.length) look(row)
    }
    if (rows === null) near.set(limit, { weighing, rows: nearRows, members: new Set(nearRows) })
  }

  return {
    get size() {
      return accounts.length
    },
    sums,
    set,
    delete: remove,
    get(address) {
      const row = rows.get(address)
      return row === undefined ? undefined : accounts[row]
    },
    accounts: () => accounts.values(),

    findLiquidatable(judge, market) {
      const { limit = 1 } = judge
      const found: ScreenedAccount<typeof market>[] = []
      screenBelow(limit, weigh(judge, market), (account, least, most) => {
        const one = new ScreenedAccount({ account, least, most, judge, market })
        if (most < 1 || one.health.isLiquidatable) found.push(one)
      })
      return found.sort(compareHealth)
    },

    count(judge, market) {
      let atRisk = 0
      let liquidatable = 0
      screenBelow(atRiskBelow, weigh(judge, market), (account, least, most) => {
        if (most < 1) liquidatable += 1
        else if (least > 1 && most < atRiskBelow) atRisk += 1
        else {
          const { isLiquidatable, healthFactor } = judge.computeHealth(market, account)
          if (isLiquidatable) liquidatable += 1
          else if (healthFactor !== null && healthFactor <= wadAtRiskBelow) atRisk += 1
        }
      })
      return { total: accounts.length, atRisk, liquidatable }
    },

    renew(judge, market) {
      const weighing = weigh(judge, market)
      for (const [limit, known] of [...near])
        if (!isNearEnough(known, weighing, slots, renewMargin)) {
          near.delete(limit)
          screenBelow(limit, weighing, () => {})
        }
    },
  }
}

/** The sums of a table after some of its accounts were replaced. */
export function computeSumsWith(
  table: Pick<PositionTable, 'sums' | 'get'>,
  accounts: readonly Account[],
  toDebtShare: ToDebtShare,
): PositionSums {
  const sums = { owed: [...table.sums.owed], supplied: [...table.sums.supplied] }
  for (const account of accounts) {
    const before = table.get(account.address)
    if (before !== undefined) addTo(sums, before, toDebtShare, -1n)
    if (account.entries.some(owes)) addTo(sums, account, toDebtShare, 1n)
  }
  return sums
}

function addTo(sums: { owed: bigint[]; supplied: bigint[] }, { entries }: Account, toShare: ToDebtShare, sign: bigint) {
  for (const entry of entries) {
    const { reserve, supplied } = entry
    sums.owed[reserve] = (sums.owed[reserve] ?? 0n) + sign * toShare(entry)
    sums.supplied[reserve] = (sums.supplied[reserve] ?? 0n) + sign * supplied
  }
}

function owes({ borrowed, stable }: Entry): boolean {
  return borrowed > 0n || (stable !== undefined && stable.principal > 0n)
}

/** Debt at a rate of its own grows by a clock of its own: NaN makes every comparison ask the exact arithmetic. */
function toScreenedDebt({ borrowed, borrowIndex, stable }: Entry): number {
  if (stable !== undefined && stable.principal > 0n) return Number.NaN
  return borrowIndex === undefined ? Number(borrowed) : Number(borrowed) / Number(borrowIndex)
}
