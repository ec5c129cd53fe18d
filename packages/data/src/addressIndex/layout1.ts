import type { SqliteDatabase } from '@outrigger/core/internal/sqlite'
import { positionsPerBlock } from './entries.ts'

/**
 * Converts a file of layout 1, which had a table of entries for each range of blocks and one for the watched addresses. All
 * of them are sorted by address, so SQLite merges them in one pass. Called within a transaction.
 */
export function convertLayout1(database: SqliteDatabase): void {
  const list = "SELECT name FROM sqlite_master WHERE type = 'table' AND (name = 'watched' OR name GLOB 'run_[0-9]*')"
  const names = (database.prepare(list).all() as readonly { readonly name: string }[]).map(({ name }) => name)
  if (names.length === 0) return
  const parts = names.map((name) => `SELECT address, position, roles FROM ${name}`)
  database.exec(`INSERT OR REPLACE INTO entries ${parts.join(' UNION ')} ORDER BY 1, 2`)
  for (const name of [...names, 'runs', 'run_ids', 'merges']) database.exec(`DROP TABLE ${name}`)
  database.exec(`ALTER TABLE scopes ADD COLUMN name TEXT;
    UPDATE scopes SET name = (SELECT name FROM names WHERE names.address = scopes.address);
    DROP TABLE names;
    ALTER TABLE blocks ADD COLUMN addresses BLOB NOT NULL DEFAULT x'';
    UPDATE blocks SET addresses = unhex(found.keys) FROM (
      SELECT position / ${positionsPerBlock} AS number, group_concat(hex(address), '') AS keys FROM entries
      WHERE position >= (SELECT min(number) FROM blocks) * ${positionsPerBlock} GROUP BY 1
    ) AS found WHERE found.number = blocks.number`)
}
