import type { StoreSignals } from './signals.ts'

/** One JSON document kept under a key. */
export type StoreEntry<value> = { readonly key: string; readonly value: value }

/**
 * A named set of JSON documents. Writes are durable when the promise resolves; `update` is atomic, also between
 * processes that share the store.
 */
export type Collection<value> = {
  get(key: string): Promise<value | undefined>
  set(key: string, value: value): Promise<void>
  /** Replaces the value by what `change` returns; undefined deletes. Returns the new value. */
  update(key: string, change: (current: value | undefined) => value | undefined): Promise<value | undefined>
  delete(key: string): Promise<boolean>
  /** Ascending by key. */
  list(options?: { readonly prefix?: string; readonly limit?: number }): Promise<readonly StoreEntry<value>[]>
}

/** One document of many that change together. */
export type Change<value = unknown> = {
  readonly collection: string
  readonly key: string
  /** As of `update`: what it returns replaces the value, undefined deletes it. */
  readonly change: (current: value | undefined) => value | undefined
  /**
   * Does not wait for a process on another machine that is writing the document: it is taken to be absent, and must be left so.
   * @default false
   */
  readonly skipLocked?: boolean
}

export type CommitOptions = {
  /**
   * Whether it waits for the disk. Without, the changes outlive the process from then on, and a power failure with the
   * next change that waits. @default true
   */
  readonly durable?: boolean
}

/**
 * What Outrigger remembers between blocks and restarts: in memory, in a SQLite file, or in a PostgreSQL database that
 * several machines share.
 */
export type Store = {
  collection<value>(name: string): Collection<value>
  /** Changes documents of any collections, all of them or none, and with one wait for the disk. */
  commit(changes: readonly Change[], options?: CommitOptions): Promise<void>
  /** Of a store that processes on several machines share. */
  readonly signals?: StoreSignals
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
