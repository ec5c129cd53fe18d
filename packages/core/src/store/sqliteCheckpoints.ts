import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { prefersBuiltin, type SqliteDatabase } from './sqliteDriver.ts'

/** Moves the write-ahead log into the database without blocking the event loop. */
export type Checkpoints = {
  /** Counts written documents. */
  count(documents: number): void
  close(): Promise<void>
}

/** Number of documents per checkpoint. They take about as many pages as SQLite allows in the log by default. */
const documentsPerCheckpoint = 500
/** Number of log pages (32 MB) at which SQLite makes the checkpoint in the next commit, if the thread is late. */
const latestPages = 8000
const sqliteDefaultPages = 1000

/**
 * Creates checkpoints. A checkpoint waits for the disk twice, which would block the event loop for 5 to 15 ms. So it
 * runs in a worker thread, which starts with the first checkpoint. If no thread can start, SQLite makes the
 * checkpoint in a commit.
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
  if (prefersBuiltin()) return null
  try {
    return createRequire(import.meta.url).resolve('better-sqlite3')
  } catch {
    return null
  }
}

// The program is a text, so that it needs no file of its own in a bundle. A locked database is left to the next checkpoint.
const program = `
const { parentPort, workerData } = require('node:worker_threads')
const Database = workerData.driver === null ? require('node:sqlite').DatabaseSync : require(workerData.driver)
const database = new Database(workerData.path)
parentPort.on('message', () => {
  try {
    database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } catch {}
})`
