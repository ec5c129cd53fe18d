import type { SqliteDatabase } from '@outrigger/core/internal/sqlite'

/** A run holds the entries of a stretch of blocks, in a table of its own that is sorted by address. */
export type Run = { readonly id: number; readonly low: number; readonly high: number; readonly level: number }

/** Blocks of a run that is written to directly. */
const firstBlocks = 64
/** Runs side by side that are merged into one of the next level. */
const fanIn = 8
/** Runs of this level are merged no more. */
const lastLevel = 5

type Merge = { readonly target: number; readonly level: number; readonly sources: string; readonly next: number }

export const runTables = `
CREATE TABLE IF NOT EXISTS runs (id INTEGER PRIMARY KEY, low INTEGER NOT NULL, high INTEGER NOT NULL, level INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS run_ids (last INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS merges (target INTEGER PRIMARY KEY, level INTEGER NOT NULL, sources TEXT NOT NULL, next INTEGER NOT NULL);
`

/** The tables of runs. */
function createTables(database: SqliteDatabase) {
  const list = database.prepare('SELECT id, low, high, level FROM runs ORDER BY high DESC')
  const runs = () => list.all() as readonly Run[]

  function createTable(): number {
    const last = database.prepare('SELECT last FROM run_ids').get() as { readonly last: number } | undefined
    // Never the same twice: another process may have prepared statements for an old one.
    const id = (last?.last ?? 0) + 1
    database.exec(`DELETE FROM run_ids; INSERT INTO run_ids VALUES (${id})`)
    database.exec(
      `CREATE TABLE run_${id} (address BLOB NOT NULL, position INTEGER NOT NULL, roles INTEGER NOT NULL, PRIMARY KEY (address, position)) WITHOUT ROWID`,
    )
    return id
  }

  const addRun = (id: number, low: number, high: number, level: number) =>
    void database.prepare('INSERT INTO runs VALUES (?, ?, ?, ?)').run(id, low, high, level)

  function drop(id: number): void {
    database.exec(`DROP TABLE run_${id}`)
    database.prepare('DELETE FROM runs WHERE id = ?').run(id)
  }

  return { runs, createTable, addRun, drop }
}

/** The one merge that is under way. */
function createMerges(database: SqliteDatabase, { runs, createTable, addRun, drop }: ReturnType<typeof createTables>) {
  const readMerge = () => database.prepare('SELECT target, level, sources, next FROM merges').get() as Merge | undefined

  function cancelMerge(): void {
    const merge = readMerge()
    if (merge === undefined) return
    database.exec(`DROP TABLE run_${merge.target}; DELETE FROM merges`)
  }

  function begin(): Merge | undefined {
    const sources = findDue(runs())
    if (sources === null) return undefined
    const level = (sources[0]?.level ?? 0) + 1
    const merge = { target: createTable(), level, sources: sources.map(({ id }) => id).join(), next: 0 }
    database.prepare('INSERT INTO merges VALUES (?, ?, ?, 0)').run(merge.target, merge.level, merge.sources)
    return merge
  }

  /** Merges one slice of what is due; false where nothing is. */
  function mergeSlice(): boolean {
    const merge = readMerge() ?? begin()
    if (merge === undefined) return false
    // The first byte of the address says which slice it is in.
    const end = Math.min(256, merge.next + (merge.level === 1 ? 8 : 1))
    const within = `address >= x'${toByte(merge.next)}'${end < 256 ? ` AND address < x'${toByte(end)}'` : ''}`
    const parts = toIds(merge).map((id) => `SELECT address, position, roles FROM run_${id} WHERE ${within}`)
    database.exec(`INSERT INTO run_${merge.target} ${parts.join(' UNION ALL ')} ORDER BY 1, 2`)
    if (end < 256) database.prepare('UPDATE merges SET next = ?').run(end)
    else finish(merge)
    return true
  }

  function finish(merge: Merge): void {
    const ids = toIds(merge)
    const sources = runs().filter(({ id }) => ids.includes(id))
    for (const { id } of sources) drop(id)
    const [low, high] = [Math.min(...sources.map((run) => run.low)), Math.max(...sources.map((run) => run.high))]
    addRun(merge.target, low, high, merge.level)
    database.exec('DELETE FROM merges')
  }

  return { readMerge, cancelMerge, mergeSlice }
}

/**
 * Entries of a whole chain. One table sorted by address would be written all over with each batch of blocks; so each batch
 * goes into a small run, and runs side by side are merged as in a log-structured merge tree, slice by slice of the addresses.
 * Every function is called within a transaction.
 */
export function createRuns(database: SqliteDatabase) {
  const tables = createTables(database)
  const { runs, createTable, addRun, drop } = tables
  const { readMerge, cancelMerge, mergeSlice } = createMerges(database, tables)

  /** The run that takes blocks next to those that are held, from the one to the other. */
  function open(low: number, high: number): number {
    const near = runs().find((run) => run.level === 0 && (run.high === low - 1 || run.low === high + 1))
    const busy = readMerge()
    if (near && near.high - near.low + 1 < firstBlocks && !(busy && toIds(busy).includes(near.id))) {
      const sql = 'UPDATE runs SET low = min(low, ?), high = max(high, ?) WHERE id = ?'
      database.prepare(sql).run(low, high, near.id)
      return near.id
    }
    const id = createTable()
    addRun(id, low, high, 0)
    return id
  }

  /** Takes out what lies above a block. */
  function dropAbove(block: number, position: number): void {
    const hit = runs().filter(({ high }) => high > block)
    const merge = readMerge()
    if (merge && hit.some(({ id }) => toIds(merge).includes(id))) cancelMerge()
    for (const { id, low } of hit) {
      if (low > block) drop(id)
      else {
        database.prepare(`DELETE FROM run_${id} WHERE position >= ?`).run(position)
        database.prepare('UPDATE runs SET high = ? WHERE id = ?').run(block, id)
      }
    }
  }

  function dropAll(): void {
    cancelMerge()
    for (const { id } of runs()) drop(id)
  }

  function countEntries(): number {
    const counts = runs().map(({ id }) => database.prepare(`SELECT count(*) AS count FROM run_${id}`).get())
    return (counts as readonly { readonly count: number }[]).reduce((total, { count }) => total + count, 0)
  }

  return { runs, open, dropAbove, dropAll, mergeSlice, countEntries }
}

const toIds = ({ sources }: Merge) => sources.split(',').map(Number)
const toByte = (value: number) => value.toString(16).padStart(2, '0')

/** The first runs side by side, of one level, that are full and enough to merge; null where there are none. */
function findDue(runs: readonly Run[]): readonly Run[] | null {
  let some: Run[] = []
  for (const run of runs) {
    if (run.level >= lastLevel || (run.level === 0 && run.high - run.low + 1 < firstBlocks)) some = []
    else some = some[0]?.level === run.level ? [...some, run] : [run]
    if (some.length === fanIn) return some
  }
  return null
}
