import { openSqliteFile, runTransaction, type SqliteDatabase, untilFree } from '@outrigger/core/internal/sqlite'
import type { Hex } from 'viem'
import { type IndexedBlock, positionsPerBlock } from './entries.ts'
import { createRuns, runTables } from './runs.ts'

/** What the index is to hold: one address, or the whole chain. */
export type Scope = {
  /** What the address is held under; null for the whole chain. */
  readonly key: Hex | null
  /** The address as it is written; null for the whole chain. */
  readonly address: string | null
  /** How far back it is to go. */
  readonly fromBlock: number
  /** How far back it goes, up to the newest block of the index; null before the first block. */
  readonly low: number | null
  /** Hash that the block below must have. */
  readonly parent: string | null
}

export type Held = { readonly fromBlock: number; readonly toBlock: number; readonly isWholeChain: boolean }

export type IndexHit = { readonly block: number; readonly index: number; readonly hash: Hex; readonly roles: number }

/** What was removed with a scope. */
export type RemovedScope = {
  /** Null for the whole chain. */
  readonly address: string | null
  /** Blocks that were held of it, both ends included; null where none were. */
  readonly held: { readonly fromBlock: number; readonly toBlock: number } | null
  /** Entries: one for each transaction of each address. */
  readonly entries: number
}

export type IndexQuestion = {
  readonly key: Hex
  /** Newest block to look at. */
  readonly to: number
  readonly limit: number
}

/** Hashes of the newest blocks are kept for reorganisations; one that goes deeper empties the index. */
export const keptHashes = 256

const layout = {
  version: 1,
  sql: `${runTables}
CREATE TABLE IF NOT EXISTS scopes (address BLOB PRIMARY KEY, from_block INTEGER NOT NULL, low INTEGER, parent TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS blocks (number INTEGER PRIMARY KEY, hash TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS transactions (position INTEGER PRIMARY KEY, hash BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS watched (address BLOB NOT NULL, position INTEGER NOT NULL, roles INTEGER NOT NULL, PRIMARY KEY (address, position)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS names (address BLOB PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS chain (id INTEGER NOT NULL)`,
}

const busyTimeoutMs = 10_000
const toBytes = (hex: string) => Buffer.from(hex.slice(2), 'hex')
const toHex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}` as Hex
const toPosition = (block: number, index = 0) => block * positionsPerBlock + index
const wholeChain = Buffer.alloc(0)

export type IndexStore = Awaited<ReturnType<typeof openIndexStore>>

/**
 * The index in a SQLite file, shared safely by several processes. All scopes end at the same newest block, each has its own
 * lowest. A change is written as a whole or not at all.
 */
export async function openIndexStore(path: string) {
  const database = await openSqliteFile({ path, busyTimeoutMs, layout })
  // What a power cut takes is read from the chain again; a killed process loses nothing that is committed.
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536')
  const parts = createParts(database)
  const change = <value>(run: () => value) =>
    untilFree(() => runTransaction(database, run), performance.now() + busyTimeoutMs)
  const read = <value>(run: () => value) => runRead(database, run)
  return {
    scopes: () => parts.scopes(),
    high: () => parts.high(),
    hashOf: (block: number) => parts.hashOf(block),
    held: (key: Hex) => read(() => parts.held(key)),
    find: (question: IndexQuestion) => read(() => parts.find(question)),
    /** An address is kept beside its key where it is not the key itself. */
    addScope: (key: Hex | null, fromBlock: number, address: string | null = key) =>
      change(() => parts.addScope(key, fromBlock, address)),
    /** Null where there is no such scope. */
    removeScope: (key: Hex | null) => change(() => parts.removeScope(key)),
    /** Gives the file's free space back; several processes may have to wait for it. */
    compact: () => untilFree(() => database.exec('VACUUM'), performance.now() + busyTimeoutMs),
    addAbove: (blocks: readonly IndexedBlock[]) => change(() => parts.addAbove(blocks)),
    addBelow: (blocks: readonly IndexedBlock[]) => change(() => parts.addBelow(blocks)),
    dropAbove: (block: number | null) => change(() => parts.dropAbove(block)),
    mergeSlice: () => change(() => parts.runs.mergeSlice()),
    /** Whether the file is of this chain; a new file becomes one. */
    claim: (chainId: number) => change(() => parts.claim(chainId)),
    close: () => void database.close(),
  }
}

/** Several reads of one state of the file. */
function runRead<value>(database: SqliteDatabase, run: () => value): value {
  database.exec('BEGIN')
  try {
    return run()
  } finally {
    database.exec('COMMIT')
  }
}

function createParts(database: SqliteDatabase) {
  const runs = createRuns(database)
  const reading = createReading(database, runs)
  const { scopes, high, hashOf } = reading
  const writing = createWriting(database, runs, reading)
  const setLow = database.prepare('UPDATE scopes SET low = ?, parent = ? WHERE address = ?')

  function addScope(key: Hex | null, fromBlock: number, address: string | null): void {
    const newest = high()
    const low = newest === null ? null : newest + 1
    const sql =
      'INSERT INTO scopes VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET from_block = min(from_block, excluded.from_block)'
    const parent = newest === null ? null : hashOf(newest)
    database.prepare(sql).run(toBlob(key), fromBlock, low, parent)
    if (key !== null && address !== null && address !== key)
      database.prepare('INSERT OR REPLACE INTO names VALUES (?, ?)').run(toBlob(key), address)
  }

  /** Blocks that follow the newest, ascending; false where they do not follow it. */
  function addAbove(blocks: readonly IndexedBlock[]): boolean {
    const [first, last, newest] = [blocks[0], blocks.at(-1), high()]
    if (first === undefined || last === undefined) return false
    if (newest !== null && (first.number !== newest + 1 || first.parentHash !== hashOf(newest))) return false
    const all = scopes()
    if (newest === null) for (const { key } of all) setLow.run(first.number, first.parentHash, toBlob(key))
    writing.insert(blocks, all)
    writing.keepHashes(blocks, last.number)
    return true
  }

  /** Blocks below the lowest of a scope, descending; false where no scope goes on with them. */
  function addBelow(blocks: readonly IndexedBlock[]): boolean {
    const [top, bottom, newest] = [blocks[0], blocks.at(-1), high()]
    if (top === undefined || bottom === undefined || newest === null) return false
    const fitting = scopes().filter(({ low, parent }) => low === top.number + 1 && parent === top.hash)
    if (fitting.length === 0) return false
    writing.insert(blocks, fitting)
    writing.keepHashes(blocks, newest)
    for (const { key } of fitting) setLow.run(bottom.number, bottom.parentHash, toBlob(key))
    return true
  }

  /** Takes out what lies above a block, which is one with a kept hash; null takes out all. */
  function dropAbove(block: number | null): void {
    if (block === null) {
      runs.dropAll()
      database.exec('DELETE FROM watched; DELETE FROM transactions; DELETE FROM blocks')
      database.exec('UPDATE scopes SET low = NULL, parent = NULL')
      return
    }
    writing.deleteFrom(block)
    for (const { key, low } of scopes())
      if (low !== null && low > block + 1) setLow.run(block + 1, hashOf(block), toBlob(key))
  }

  function claim(chainId: number): boolean {
    const known = database.prepare('SELECT id FROM chain').get() as { readonly id: number } | undefined
    if (known === undefined) database.prepare('INSERT INTO chain VALUES (?)').run(chainId)
    return known === undefined || known.id === chainId
  }

  function removeScope(key: Hex | null): RemovedScope | null {
    const scope = scopes().find((one) => one.key === key)
    if (scope === undefined) return null
    const [newest, { low }] = [high(), scope]
    const held = low === null || newest === null || low > newest ? null : { fromBlock: low, toBlock: newest }
    const blob = toBlob(key)
    database.prepare('DELETE FROM scopes WHERE address = ?').run(blob)
    database.prepare('DELETE FROM names WHERE address = ?').run(blob)
    const entries = key === null ? runs.countEntries() : writing.countWatched(blob)
    if (key === null) runs.dropAll()
    else database.prepare('DELETE FROM watched WHERE address = ?').run(blob)
    writing.dropUnused(scopes())
    return { address: scope.address, held, entries }
  }

  return { ...reading, runs, addScope, removeScope, addAbove, addBelow, dropAbove, claim }
}

const toBlob = (key: Hex | null) => (key === null ? wholeChain : toBytes(key))

type Row = { readonly position: number; readonly roles: number; readonly hash: Uint8Array }
type Runs = ReturnType<typeof createRuns>
type Reading = ReturnType<typeof createReading>

function createReading(database: SqliteDatabase, runs: Runs) {
  const readScopes = database.prepare(
    'SELECT s.address, n.name, from_block, low, parent FROM scopes s LEFT JOIN names n USING (address) ORDER BY s.address',
  )
  const readHigh = database.prepare('SELECT max(number) AS high FROM blocks')
  const readHash = database.prepare('SELECT hash FROM blocks WHERE number = ?')

  function scopes(): readonly Scope[] {
    type ScopeRow = {
      readonly address: Uint8Array
      readonly name: string | null
      readonly from_block: number
    } & Pick<Scope, 'low' | 'parent'>
    return (readScopes.all() as readonly ScopeRow[]).map(({ address, name, from_block: fromBlock, low, parent }) => {
      const key = address.length === 0 ? null : toHex(address)
      return { key, address: name ?? key, fromBlock, low, parent }
    })
  }
  const high = () => (readHigh.get() as { readonly high: number | null }).high
  const hashOf = (block: number) => (readHash.get(block) as { readonly hash: string } | undefined)?.hash ?? null

  /** What of an address the index holds: the scope that goes furthest back. */
  function held(key: Hex): Held | null {
    const newest = high()
    let best: Held | null = null
    for (const { key: own, low } of scopes())
      if (low !== null && newest !== null && low <= newest && (own === null || own === key))
        if (best === null || low < best.fromBlock)
          best = { fromBlock: low, toBlock: newest, isWholeChain: own === null }
    return best
  }

  const select = (table: string) => `SELECT e.position, e.roles, t.hash
    FROM ${table} e CROSS JOIN transactions t ON t.position = e.position
    WHERE e.address = ? AND e.position >= ? AND e.position < ? ORDER BY e.position DESC LIMIT ?`
  const statements = new Map<string, ReturnType<SqliteDatabase['prepare']>>()
  function ask(table: string, ...parameters: readonly unknown[]): readonly Row[] {
    const statement = statements.get(table) ?? database.prepare(select(table))
    statements.set(table, statement)
    return statement.all(...parameters) as readonly Row[]
  }

  /** Transactions of an address up to a block, newest first, with all of the last block; null where it is not held. */
  function find({ key, to, limit }: IndexQuestion): { readonly hits: readonly IndexHit[]; readonly held: Held } | null {
    const best = held(key)
    if (best === null) return null
    const blob = toBlob(key)
    const live = best.isWholeChain ? runs.runs() : []
    const tables = best.isWholeChain ? live.map(({ id }) => `run_${id}`) : ['watched']
    for (const table of statements.keys()) if (!tables.includes(table) && table !== 'watched') statements.delete(table)
    const [lowest, end] = [toPosition(best.fromBlock), toPosition(to + 1)]
    const rows: Row[] = []
    for (const [at, table] of tables.entries()) {
      if ((live[at]?.low ?? 0) > to) continue
      rows.push(...ask(table, blob, lowest, end, limit - rows.length))
      const last = rows.at(-1)
      if (rows.length < limit || last === undefined) continue
      const blockStart = last.position - (last.position % positionsPerBlock)
      rows.push(...ask(table, blob, blockStart, last.position, -1))
      break
    }
    return { hits: rows.map(toHit), held: best }
  }

  return { scopes, high, hashOf, held, find }
}

const toHit = ({ position, roles, hash }: Row): IndexHit => ({
  block: Math.floor(position / positionsPerBlock),
  index: position % positionsPerBlock,
  hash: toHex(hash),
  roles,
})

function createWriting(database: SqliteDatabase, runs: Runs, { scopes }: Pick<Reading, 'scopes'>) {
  const addTransaction = database.prepare('INSERT OR IGNORE INTO transactions VALUES (?, ?)')
  const addWatched = database.prepare('INSERT OR REPLACE INTO watched VALUES (?, ?, ?)')
  const addHash = database.prepare('INSERT OR REPLACE INTO blocks VALUES (?, ?)')

  function insert(blocks: readonly IndexedBlock[], into: readonly Scope[]): void {
    const watched = new Set(into.flatMap(({ key }) => key ?? []) as readonly string[])
    const isWhole = into.some(({ key }) => key === null)
    const numbers = blocks.map(({ number }) => number)
    const table = isWhole ? runs.open(Math.min(...numbers), Math.max(...numbers)) : null
    const addEntry = table === null ? null : database.prepare(`INSERT INTO run_${table} VALUES (?, ?, ?)`)
    for (const { number, transactions } of blocks)
      for (const { index, hash, addresses } of transactions) {
        const position = toPosition(number, index)
        let isKept = isWhole
        for (const [address, roles] of addresses) {
          const isWatched = watched.has(address)
          if (!isWatched && addEntry === null) continue
          const bytes = toBytes(address)
          addEntry?.run(bytes, position, roles)
          if (isWatched) addWatched.run(bytes, position, roles)
          isKept ||= isWatched
        }
        if (isKept) addTransaction.run(position, toBytes(hash))
      }
  }

  function keepHashes(blocks: readonly IndexedBlock[], newest: number): void {
    for (const { number, hash } of blocks) if (number > newest - keptHashes) addHash.run(number, hash)
    database.prepare('DELETE FROM blocks WHERE number <= ?').run(newest - keptHashes)
  }

  function deleteFrom(block: number): void {
    const position = toPosition(block + 1)
    runs.dropAbove(block, position)
    for (const { key } of scopes())
      if (key !== null)
        database.prepare('DELETE FROM watched WHERE address = ? AND position >= ?').run(toBytes(key), position)
    database.prepare('DELETE FROM transactions WHERE position >= ?').run(position)
    database.prepare('DELETE FROM blocks WHERE number > ?').run(block)
  }

  function countWatched(blob: Uint8Array): number {
    const counted = database.prepare('SELECT count(*) AS count FROM watched WHERE address = ?').get(blob)
    return (counted as { readonly count: number }).count
  }

  /** Transactions that no scope left holds; without a scope the blocks too, so that the next begins at the head. */
  function dropUnused(left: readonly Scope[]): void {
    if (left.length === 0) database.exec('DELETE FROM watched; DELETE FROM transactions; DELETE FROM blocks')
    const whole = left.find(({ key }) => key === null)
    const end = whole === undefined || whole.low === null ? Number.MAX_SAFE_INTEGER : toPosition(whole.low)
    database
      .prepare('DELETE FROM transactions WHERE position < ? AND position NOT IN (SELECT position FROM watched)')
      .run(end)
  }

  return { insert, keepHashes, deleteFrom, countWatched, dropUnused }
}
