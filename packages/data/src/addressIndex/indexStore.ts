import { openSqliteFile, runTransaction, type SqliteDatabase, untilFree } from '@outrigger/core/internal/sqlite'
import type { Hex } from 'viem'
import type { Held, IndexHit } from '../families/historyIndex.ts'
import { type IndexedBlock, positionsPerBlock } from './entries.ts'
import { convertLayout1 } from './layout1.ts'

/** One address that the index covers, or the whole chain. */
export type Scope = {
  /** Key of the address's entries. Null for the whole chain. */
  readonly key: Hex | null
  /** The address in its usual form. Null for the whole chain. */
  readonly address: string | null
  /** The oldest block that was requested. */
  readonly fromBlock: number
  /** The oldest block in the index. The index has all blocks from it to its newest block. Null before the first block. */
  readonly low: number | null
  /** Hash of the block below `low`. */
  readonly parent: string | null
}

/** A scope that was removed. */
export type RemovedScope = {
  /** Null for the whole chain. */
  readonly address: string | null
  /** The blocks of the scope that were in the index, both ends included. Null if there were none. */
  readonly held: { readonly fromBlock: number; readonly toBlock: number } | null
  /** Number of removed entries, one for each transaction of each address. */
  readonly entries: number
}

export type IndexQuestion = {
  readonly key: Hex
  /** Newest block to search. */
  readonly to: number
  readonly limit: number
}

/** Number of newest blocks whose hashes the index keeps. A deeper reorganization empties the index. */
export const keptHashes = 256

/**
 * Tables of the file. `blocks` contains the newest blocks, each with the keys of its addresses. A reorganization
 * deletes the entries of these addresses.
 */
const layout = {
  version: 2,
  sql: `CREATE TABLE IF NOT EXISTS scopes (address BLOB PRIMARY KEY, from_block INTEGER NOT NULL, low INTEGER, parent TEXT, name TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS blocks (number INTEGER PRIMARY KEY, hash TEXT NOT NULL, addresses BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS transactions (position INTEGER PRIMARY KEY, hash BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS entries (address BLOB NOT NULL, position INTEGER NOT NULL, roles INTEGER NOT NULL, PRIMARY KEY (address, position)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS chain (id INTEGER NOT NULL)`,
}

const busyTimeoutMs = 10_000
const keyBytes = 20
const toBytes = (hex: string) => Buffer.from(hex.slice(2), 'hex')
const toHex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}` as Hex
const toPosition = (block: number, index = 0) => block * positionsPerBlock + index
const wholeChain = Buffer.alloc(0)
const toBlob = (key: Hex | null) => (key === null ? wholeChain : toBytes(key))

export type IndexStore = Awaited<ReturnType<typeof openIndexStore>>

/**
 * Opens the index in a SQLite file, which several processes may share. All scopes end at the same newest block, and each has
 * its own lowest block. Each change is one transaction.
 */
export async function openIndexStore(path: string) {
  const database = await openSqliteFile({ path, busyTimeoutMs, layout })
  // A power cut may lose the last changes, which are read from the chain again. A killed process loses no committed change.
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536')
  const change = <value>(run: () => value) =>
    untilFree(() => runTransaction(database, run), performance.now() + busyTimeoutMs)
  const read = <value>(run: () => value) => runRead(database, run)
  await change(() => convertLayout1(database))
  const reading = createReading(database)
  const writing = createWriting(database, reading)
  return {
    scopes: reading.scopes,
    high: reading.high,
    hashOf: reading.hashOf,
    held: (key: Hex) => read(() => reading.held(key)),
    find: (question: IndexQuestion) => read(() => reading.find(question)),
    /** Adds a scope. Stores the address in addition to its key if they differ. */
    addScope: (key: Hex | null, fromBlock: number, address: string | null = key) =>
      change(() => writing.addScope(key, fromBlock, address)),
    /** Removes a scope. Returns null if the scope is unknown. */
    removeScope: (key: Hex | null) => change(() => writing.removeScope(key)),
    /** Returns the free space of the file to the file system. */
    compact: () => untilFree(() => database.exec('VACUUM'), performance.now() + busyTimeoutMs),
    addAbove: (blocks: readonly IndexedBlock[]) => change(() => writing.addAbove(blocks)),
    addBelow: (blocks: readonly IndexedBlock[]) => change(() => writing.addBelow(blocks)),
    dropAbove: (block: number | null) => change(() => writing.dropAbove(block)),
    /** Returns whether the file belongs to this chain. A new file is assigned to it. */
    claim: (chainId: number) => change(() => writing.claim(chainId)),
    close: () => void database.close(),
  }
}

/** Runs several reads on one state of the file. */
function runRead<value>(database: SqliteDatabase, run: () => value): value {
  database.exec('BEGIN')
  try {
    return run()
  } finally {
    database.exec('COMMIT')
  }
}

type Row = { readonly position: number; readonly roles: number; readonly hash: Uint8Array }
type Reading = ReturnType<typeof createReading>

function createReading(database: SqliteDatabase) {
  const readScopes = database.prepare('SELECT address, name, from_block, low, parent FROM scopes ORDER BY address')
  const readHigh = database.prepare('SELECT max(number) AS high FROM blocks')
  const readHash = database.prepare('SELECT hash FROM blocks WHERE number = ?')
  const readEntries = database.prepare(`SELECT e.position, e.roles, t.hash
    FROM entries e CROSS JOIN transactions t ON t.position = e.position
    WHERE e.address = ? AND e.position >= ? AND e.position < ? ORDER BY e.position DESC LIMIT ?`)

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

  /** Returns the blocks that cover an address. They are the blocks of the scope that goes furthest back. */
  function held(key: Hex): Held | null {
    const newest = high()
    let best: Held | null = null
    for (const { key: own, low } of scopes())
      if (low !== null && newest !== null && low <= newest && (own === null || own === key))
        if (best === null || low < best.fromBlock)
          best = { fromBlock: low, toBlock: newest, isWholeChain: own === null }
    return best
  }

  /**
   * Returns the transactions of an address up to a block, newest first. The last block is always complete. Null if
   * the address is not covered.
   */
  function find({ key, to, limit }: IndexQuestion): { readonly hits: readonly IndexHit[]; readonly held: Held } | null {
    const best = held(key)
    if (best === null) return null
    const list = (from: number, below: number, most: number) =>
      readEntries.all(toBlob(key), from, below, most) as readonly Row[]
    const rows = list(toPosition(best.fromBlock), toPosition(to + 1), limit)
    const last = rows.at(-1)
    const isCut = last !== undefined && rows.length >= limit
    const rest = isCut ? list(last.position - (last.position % positionsPerBlock), last.position, -1) : []
    return { hits: rows.concat(rest).map(toHit), held: best }
  }

  return { scopes, high, hashOf, held, find }
}

const toHit = ({ position, roles, hash }: Row): IndexHit => ({
  block: Math.floor(position / positionsPerBlock),
  index: position % positionsPerBlock,
  hash: toHex(hash),
  roles,
})

function createWriting(database: SqliteDatabase, { scopes, high, hashOf }: Reading) {
  const setLow = database.prepare('UPDATE scopes SET low = ?, parent = ? WHERE address = ?')
  const addTransaction = database.prepare('INSERT OR IGNORE INTO transactions VALUES (?, ?)')
  const addEntry = database.prepare('INSERT OR REPLACE INTO entries VALUES (?, ?, ?)')
  const addBlock = database.prepare('INSERT OR REPLACE INTO blocks VALUES (?, ?, ?)')
  const deleteEntries = database.prepare('DELETE FROM entries WHERE address = ? AND position >= ? AND position < ?')

  function insert(blocks: readonly IndexedBlock[], into: readonly Scope[]): void {
    const watched = new Set<string | null>(into.map(({ key }) => key))
    const entries: { readonly address: string; readonly position: number; readonly roles: number }[] = []
    for (const { number, transactions } of blocks)
      for (const { index, hash, addresses } of transactions) {
        const position = toPosition(number, index)
        const kept = [...addresses].filter(([address]) => watched.has(null) || watched.has(address))
        for (const [address, roles] of kept) entries.push({ address, position, roles })
        if (kept.length > 0) addTransaction.run(position, toBytes(hash))
      }
    // Sorted like the table, so that SQLite writes each page once.
    entries.sort((a, b) => (a.address < b.address ? -1 : a.address > b.address ? 1 : a.position - b.position))
    for (const { address, position, roles } of entries) addEntry.run(toBytes(address), position, roles)
  }

  function keepNewest(blocks: readonly IndexedBlock[], newest: number): void {
    for (const { number, hash, transactions } of blocks) {
      if (number <= newest - keptHashes) continue
      const named = new Set(transactions.flatMap(({ addresses }) => [...addresses.keys()]))
      addBlock.run(number, hash, Buffer.concat([...named].map(toBytes)))
    }
    database.prepare('DELETE FROM blocks WHERE number <= ?').run(newest - keptHashes)
  }

  function addScope(key: Hex | null, fromBlock: number, address: string | null): void {
    const newest = high()
    const low = newest === null ? null : newest + 1
    const sql =
      'INSERT INTO scopes VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET from_block = min(from_block, excluded.from_block)'
    const parent = newest === null ? null : hashOf(newest)
    database.prepare(sql).run(toBlob(key), fromBlock, low, parent, address === key ? null : address)
  }

  /** Adds blocks after the newest block, in ascending order. Returns false if they do not follow it. */
  function addAbove(blocks: readonly IndexedBlock[]): boolean {
    const [first, last, newest] = [blocks[0], blocks.at(-1), high()]
    if (first === undefined || last === undefined) return false
    if (newest !== null && (first.number !== newest + 1 || first.parentHash !== hashOf(newest))) return false
    const all = scopes()
    if (newest === null) for (const { key } of all) setLow.run(first.number, first.parentHash, toBlob(key))
    insert(blocks, all)
    keepNewest(blocks, last.number)
    return true
  }

  /** Adds blocks below the lowest block of a scope, in descending order. Returns false if they continue no scope. */
  function addBelow(blocks: readonly IndexedBlock[]): boolean {
    const [top, bottom, newest] = [blocks[0], blocks.at(-1), high()]
    if (top === undefined || bottom === undefined || newest === null) return false
    const fitting = scopes().filter(({ low, parent }) => low === top.number + 1 && parent === top.hash)
    if (fitting.length === 0) return false
    insert(blocks, fitting)
    keepNewest(blocks, newest)
    for (const { key } of fitting) setLow.run(bottom.number, bottom.parentHash, toBlob(key))
    return true
  }

  /** Deletes the blocks above a block whose hash is kept. Null deletes everything except the scopes. */
  function dropAbove(block: number | null): void {
    if (block === null) {
      database.exec('DELETE FROM entries; DELETE FROM transactions; DELETE FROM blocks')
      database.exec('UPDATE scopes SET low = NULL, parent = NULL')
      return
    }
    const position = toPosition(block + 1)
    const dropped = database.prepare('SELECT addresses FROM blocks WHERE number > ?').all(block)
    for (const { addresses } of dropped as readonly { readonly addresses: Uint8Array }[])
      for (let at = 0; at < addresses.length; at += keyBytes)
        deleteEntries.run(addresses.subarray(at, at + keyBytes), position, Number.MAX_SAFE_INTEGER)
    database.prepare('DELETE FROM transactions WHERE position >= ?').run(position)
    database.prepare('DELETE FROM blocks WHERE number > ?').run(block)
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
    const [newest, { address, low }] = [high(), scope]
    const held = low === null || newest === null || low > newest ? null : { fromBlock: low, toBlock: newest }
    database.prepare('DELETE FROM scopes WHERE address = ?').run(toBlob(key))
    const entries = held === null ? 0 : countEntries(key, held.fromBlock)
    dropUnused(key, scopes())
    return { address, held, entries }
  }

  function countEntries(key: Hex | null, low: number): number {
    const sql = `SELECT count(*) AS count FROM entries WHERE position >= ?${key === null ? '' : ' AND address = ?'}`
    const parameters = key === null ? [toPosition(low)] : [toPosition(low), toBlob(key)]
    return (database.prepare(sql).get(...parameters) as { readonly count: number }).count
  }

  /**
   * Deletes entries that only the removed scope used. If no scope is left, it also deletes the blocks, so that the
   * next scope starts at the head.
   */
  function dropUnused(removed: Hex | null, left: readonly Scope[]): void {
    if (left.length === 0) dropAbove(null)
    const whole = left.find(({ key }) => key === null)
    const end = whole === undefined ? Number.MAX_SAFE_INTEGER : toPosition(whole.low ?? 0)
    if (removed !== null) deleteEntries.run(toBlob(removed), 0, end)
    else {
      database.exec('DELETE FROM entries WHERE address NOT IN (SELECT address FROM scopes)')
      for (const { key, low } of left) deleteEntries.run(toBlob(key), 0, toPosition(low ?? 0))
    }
    database
      .prepare('DELETE FROM transactions WHERE position < ? AND position NOT IN (SELECT position FROM entries)')
      .run(end)
  }

  return { addScope, addAbove, addBelow, dropAbove, claim, removeScope }
}
