import type { StoreSignals } from './signals.ts'

/** One JSON document and its key. */
export type StoreEntry<value> = { readonly key: string; readonly value: value }

/**
 * A named set of JSON documents. Writes are durable when the promise resolves. `update` is atomic, also between
 * processes that share the store.
 */
export type Collection<value> = {
  get(key: string): Promise<value | undefined>
  set(key: string, value: value): Promise<void>
  /** Replaces the value with the result of `change`. The result undefined deletes it. Returns the new value. */
  update(key: string, change: (current: value | undefined) => value | undefined): Promise<value | undefined>
  delete(key: string): Promise<boolean>
  /** Returns the entries, ascending by key. */
  list(options?: { readonly prefix?: string; readonly limit?: number }): Promise<readonly StoreEntry<value>[]>
}

/** A change of one document in a commit. */
export type Change<value = unknown> = {
  readonly collection: string
  readonly key: string
  /**
   * Returns the new value, or undefined to delete the document, as in `update`. May be called more than once.
   *
   * @param nowMs time of the store: the clock of the database server if several machines share the store
   */
  readonly change: (current: value | undefined, nowMs: number) => value | undefined
  /**
   * Does not wait for a process on another machine that is writing the document. The change then sees no document and
   * must not create one.
   * @default false
   */
  readonly skipLocked?: boolean
}

export type CommitOptions = {
  /**
   * Whether to wait for the disk. Without it, the changes survive a crash of the process immediately, but a power
   * failure only after the next durable change. @default true
   */
  readonly durable?: boolean
}

/**
 * Storage for Outrigger's data: in memory, in a SQLite file, or in a PostgreSQL database that several machines share.
 */
export type Store = {
  collection<value>(name: string): Collection<value>
  /** Changes documents of any collections atomically, with one wait for the disk. */
  commit(changes: readonly Change[], options?: CommitOptions): Promise<void>
  /** Signals between processes. Present only in a store that several machines share. */
  readonly signals?: StoreSignals
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
