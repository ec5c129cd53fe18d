import { getOrCreate } from '@outrigger/core/internal'
import type { Address } from 'viem'
import type { Account, Entry } from '../../lending/market.ts'
import { type Columns, createColumns, growColumns } from './columns.ts'
import { createEntryArena, type EntryArena, haveSameRoom } from './entryArena.ts'
import type { WeightSlot } from './screenWeights.ts'

const firstRows = 256

/** Accounts with debt, by row, with their entries as doubles in flat arrays. */
export type Rows = {
  readonly accounts: readonly Account[]
  /** Replaced when they grow. */
  readonly columns: Columns
  readonly arena: EntryArena
  readonly slots: readonly WeightSlot[]
  /** Highest number of terms of any account so far. */
  readonly mostTerms: number
  get(address: Address): Account | undefined
  /** Adds or replaces an account. Returns its row. */
  put(account: Account): number
  /** Removes an account. Returns its row if the last account has moved there. */
  remove(address: Address): number | undefined
}

export function createRows(): Rows {
  const arena = createEntryArena()
  const rows = new Map<Address, number>()
  const accounts: Account[] = []
  let columns = createColumns(firstRows)
  const { slots, toSlot } = createSlots()
  let mostTerms = 0

  function addRow(address: Address): number {
    const row = accounts.length
    if (row === columns.starts.length) columns = growColumns(columns)
    columns.starts[row] = columns.ends[row] = 0
    rows.set(address, row)
    return row
  }

  const countTerms = (row: number) => (columns.ends[row] as number) - (columns.starts[row] as number)

  /** Returns the start of a room for `count` terms. Reuses the row's room if it fits. */
  function makeRoom(row: number, count: number): number {
    const start = columns.starts[row] as number
    if (haveSameRoom(count, countTerms(row))) return start
    arena.free(start, countTerms(row))
    return arena.allocate(count)
  }

  return {
    accounts,
    get columns() {
      return columns
    },
    arena,
    slots,
    get mostTerms() {
      return mostTerms
    },
    get(address) {
      const row = rows.get(address)
      return row === undefined ? undefined : accounts[row]
    },
    put(account) {
      const { address, mode, entries } = account
      const collateral = entries.filter(({ isCollateral, supplied }) => isCollateral && supplied > 0n)
      const terms = [
        ...collateral.map(({ supplied, reserve }) => [Number(supplied), toSlot(reserve, mode)] as const),
        ...entries.filter(owes).map((entry) => [toScreenedDebt(entry), toSlot(entry.reserve, null)] as const),
      ]
      mostTerms = Math.max(mostTerms, terms.length)
      const row = rows.get(address) ?? addRow(address)
      accounts[row] = account
      const start = makeRoom(row, terms.length)
      for (const [index, [amount, slot]] of terms.entries()) {
        arena.amounts[start + index] = amount
        arena.slots[start + index] = slot
      }
      columns.starts[row] = start
      columns.middles[row] = start + collateral.length
      columns.ends[row] = start + terms.length
      return row
    },
    remove(address) {
      const row = rows.get(address)
      if (row === undefined) return undefined
      arena.free(columns.starts[row] as number, countTerms(row))
      rows.delete(address)
      const last = accounts.pop() as Account
      if (last.address === address) return undefined
      accounts[row] = last
      rows.set(last.address, row)
      for (const column of [columns.starts, columns.middles, columns.ends])
        column[row] = column[accounts.length] as number
      return row
    },
  }
}

/** Assigns indexes to the pairs of reserve and mode. */
function createSlots() {
  const slots: WeightSlot[] = []
  const indexes = new Map<string, number>()
  return {
    slots,
    toSlot: (reserve: number, mode: number | null): number =>
      getOrCreate(indexes, `${reserve} ${mode}`, () => slots.push({ reserve, mode }) - 1),
  }
}

export function owes({ borrowed, stable }: Entry): boolean {
  return borrowed > 0n || (stable !== undefined && stable.principal > 0n)
}

/** A stable-rate debt grows by its own rate and time. NaN makes every comparison use the exact arithmetic. */
function toScreenedDebt({ borrowed, borrowIndex, stable }: Entry): number {
  if (stable !== undefined && stable.principal > 0n) return Number.NaN
  return borrowIndex === undefined ? Number(borrowed) : Number(borrowed) / Number(borrowIndex)
}
