import { OutriggerError } from '../errors/outriggerError.ts'

/** The common interface of both SQLite drivers, `better-sqlite3` and `node:sqlite`. */
export type SqliteStatement = {
  get(...parameters: readonly unknown[]): unknown
  all(...parameters: readonly unknown[]): unknown[]
  run(...parameters: readonly unknown[]): { readonly changes: number | bigint }
}

export type SqliteDatabase = {
  prepare(sql: string): SqliteStatement
  exec(sql: string): unknown
  close(): unknown
}

export class SqliteDriverMissingError extends OutriggerError {
  readonly code = 'SQLITE_DRIVER_MISSING'
}

type Constructor = new (path: string, options: object) => SqliteDatabase

/**
 * Opens better-sqlite3 if it is installed, otherwise the runtime's own driver (Node >= 22.5, Deno). From Node 24.19 on, the
 * runtime's driver comes first.
 *
 * @throws {SqliteDriverMissingError}
 */
export async function openDatabase(path: string, readOnly = false): Promise<SqliteDatabase> {
  const addon = async () => new ((await import('better-sqlite3')).default as Constructor)(path, { readonly: readOnly })
  // A variable holds the name, because Node 20 lacks the module and bundlers should not look for it.
  const builtIn = async () =>
    new ((await import(builtin)) as { DatabaseSync: Constructor }).DatabaseSync(path, { readOnly })
  const reasons: string[] = []
  for (const attempt of prefersBuiltin() ? [builtIn, addon] : [addon, builtIn]) {
    try {
      return await attempt()
    } catch (cause) {
      const { code, message } = cause as { code?: string; message: string }
      const missing =
        /MODULE_NOT_FOUND|UNKNOWN_BUILTIN_MODULE|DLOPEN_FAILED/.test(code ?? '') ||
        /native addon|bindings file/i.test(message)
      if (!missing) throw cause
      reasons.push(message.split('\n', 1)[0] ?? message)
    }
  }
  throw new SqliteDriverMissingError(
    `No SQLite driver works here (${reasons.join('; ')}). Install better-sqlite3 or use Node 22.5 or later.`,
  )
}

/**
 * Returns whether `node:sqlite` is preferred to better-sqlite3. From Node 24.19 on, an addon that derives from
 * `node::ObjectWrap`, as better-sqlite3 12 does, aborts the process when one of its objects is collected (nodejs/node
 * issue 65446).
 */
export function prefersBuiltin(version = process.versions.node): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 19)
}

/** Returns whether another connection has the lock: SQLITE_BUSY and its extended codes, in the form of either driver. */
export function isBusy(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return String(code).startsWith('SQLITE_BUSY') || (Number(errcode) & 0xff) === 5
}

const builtin = 'node:sqlite'
