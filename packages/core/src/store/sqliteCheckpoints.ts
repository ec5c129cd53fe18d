import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { SqliteDatabase } from './sqliteDriver.ts'

/** Brings what is in the write-ahead log into the database, without holding up the event loop. */
export type Checkpoints = {
  /** So many documents were written. */
  count(documents: number): void
  close(): Promise<void>
}

/** About as many pages as SQLite lets the log have. */
const documentsPerCheckpoint = 500
/** Where the thread is late, SQLite does it in the next commit; 32 MB. */
const latestPages = 8000
const sqliteDefaultPages = 1000

/**
 * A checkpoint waits for the disk twice, which took 5 to 15 ms of the event loop. It is done on a thread of its own, which
 * starts with the first; where that is impossible, SQLite does it in a commit as before.
 */
export function createCheckpoints(database: SqliteDatabase, path: string): Checkpoints {
  let written = 0
  let worker: Worker | null | undefined
  const setLimit = (pages: number) => database.exec(`PRAGMA wal_autocheckpoint = ${pages}`)

  function start(): Worker | null {
    try {
      const started = new Worker(program, { eval: true, workerData: { path, driver: findDriver() } })
      started.unref()
      started.on('online', () => setLimit(latestPages))
      started.on('error', giveUp)
      return started
    } catch {
      return null
    }
  }
  function giveUp(): void {
    worker = null
    setLimit(sqliteDefaultPages)
  }

  return {
    count(documents) {
      written += documents
      if (written < documentsPerCheckpoint || path === ':memory:') return
      written = 0
      if (worker === undefined) worker = start()
      worker?.postMessage(null)
    },
    async close() {
      const running = worker
      worker = null
      running?.removeAllListeners()
      await running?.terminate()
    },
  }
}

function findDriver(): string | null {
  try {
    return createRequire(import.meta.url).resolve('better-sqlite3')
  } catch {
    return null
  }
}

// As text, so that it needs no file of its own wherever this one is bundled into. A database that is locked is left to the
// next time.
const program = `
const { parentPort, workerData } = require('node:worker_threads')
const Database = workerData.driver === null ? require('node:sqlite').DatabaseSync : require(workerData.driver)
const database = new Database(workerData.path)
parentPort.on('message', () => {
  try {
    database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } catch {}
})`
