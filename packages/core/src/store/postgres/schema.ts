import { StoreUnavailableError } from '../storeErrors.ts'
import type { PostgresPool } from './pool.ts'

/**
 * Migrations, each from one layout of the database to the next. A database from a newer version is rejected instead of misread.
 *
 * 1. Documents, sorted by their bytes. Each page has free space, so that most updates change no index.
 * 2. Removes the table and the collection that earlier versions used to track transactions and divide rates.
 */
const migrations: readonly string[] = [
  `CREATE TABLE outrigger_documents (
     collection text COLLATE "C" NOT NULL,
     key text COLLATE "C" NOT NULL,
     value text NOT NULL,
     PRIMARY KEY (collection, key)
   ) WITH (fillfactor = 70)`,
  `DROP TABLE IF EXISTS outrigger_writers;
   DELETE FROM outrigger_documents WHERE collection = 'limit_shares'`,
]

/** An arbitrary number that other programs are unlikely to lock. */
const migrationLock = 7_104_271

/** @throws {StoreUnavailableError} the database has no data of this version, which only a start of the node creates */
export async function requireSchema(pool: PostgresPool): Promise<void> {
  const [table] = await pool.query<{ name: string | null }>("SELECT to_regclass('outrigger_schema')::text AS name")
  const sql = 'SELECT max(version) AS version FROM outrigger_schema'
  const [row] = table?.name ? await pool.query<{ version: number | null }>(sql) : []
  const version = row?.version ?? 0
  refuseNewer(version, migrations.length)
  if (version < migrations.length)
    throw new StoreUnavailableError(
      'The database has no data of this version. Start the node once, which creates or converts it.',
    )
}

function refuseNewer(version: number, supported: number): void {
  if (version > supported)
    throw new StoreUnavailableError(
      `The database was written by a newer Outrigger (layout ${version}, this version supports up to ${supported}). Upgrade, or use another database.`,
    )
}

/**
 * Migrates a database to the newest layout. If several processes start together, only one of them migrates.
 * @throws {StoreUnavailableError}
 */
export async function setUpSchema(pool: PostgresPool, steps: readonly string[] = migrations): Promise<void> {
  await pool.transact(async (client) => {
    const ask = async (sql: string) => Object.values((await client.query(sql)).rows[0] ?? {})[0]
    const encoding = await ask('SHOW server_encoding')
    if (encoding !== 'UTF8')
      throw new StoreUnavailableError(
        `The database has the encoding ${encoding}. Create a database with UTF8: createdb --encoding UTF8 --template template0`,
      )
    await client.query('BEGIN')
    await client.query(`SELECT pg_advisory_xact_lock(${migrationLock})`)
    await client.query('CREATE TABLE IF NOT EXISTS outrigger_schema (version integer NOT NULL)')
    const version = Number((await ask('SELECT max(version) FROM outrigger_schema')) ?? 0)
    refuseNewer(version, steps.length)
    for (const step of steps.slice(version)) await client.query(step)
    if (version < steps.length) {
      await client.query('DELETE FROM outrigger_schema')
      await client.query('INSERT INTO outrigger_schema VALUES ($1)', [steps.length])
    }
    await client.query('COMMIT')
  })
}
