import type { Store } from '@outrigger/core'
import type { Collection } from '@outrigger/core/internal'
import type { Component } from './component.ts'

export type StoreCounts = {
  component(): Component
  /** Returns the number of failures within the last minute. */
  errorsOfMinute(): number
  /** Returns since when reads or writes fail, in Unix ms. Null while both succeed. */
  failingSinceMs(): number | null
  /** Starts a new twelfth of a minute. */
  move(): void
}

type Totals = { reads: number; writes: number; errors: number; writeMs: number }

const slots = 12

/** Errors that the change functions of callers threw, for example for a revoked key. They do not count as store failures. */
const refusals = new WeakSet<object>()
function refusable<args extends readonly unknown[], value>(change: (...args: args) => value): typeof change {
  return (...args) => {
    try {
      return change(...args)
    } catch (error) {
      refusals.add(error as object)
      throw error
    }
  }
}

/** Wraps a store to count its operations. */
export function countStore(store: Store): { readonly store: Store; readonly counts: StoreCounts } {
  const failingSinceMs: { reads: number | null; writes: number | null } = { reads: null, writes: null }
  const totals: Totals = { reads: 0, writes: 0, errors: 0, writeMs: 0 }
  const past = [{ ...totals, atMs: performance.now() }]
  async function run<result>(kind: 'reads' | 'writes', work: () => Promise<result>): Promise<result> {
    totals[kind] += 1
    const startedMs = performance.now()
    try {
      const value = await work()
      failingSinceMs[kind] = null
      return value
    } catch (error) {
      if (!refusals.has(error as object)) {
        totals.errors += 1
        failingSinceMs[kind] ??= Date.now()
      }
      throw error
    } finally {
      if (kind === 'writes') totals.writeMs += performance.now() - startedMs
    }
  }
  function collection<value>(name: string): Collection<value> {
    const inner = store.collection<value>(name)
    return {
      get: (key) => run('reads', () => inner.get(key)),
      list: (options) => run('reads', () => inner.list(options)),
      set: (key, value) => run('writes', () => inner.set(key, value)),
      update: (key, change) => run('writes', () => inner.update(key, refusable(change))),
      delete: (key) => run('writes', () => inner.delete(key)),
    }
  }
  const minute = () => {
    const [first] = past
    if (first === undefined) return { reads: 0, writes: 0, errors: 0, writeMs: 0, seconds: 0 }
    const seconds = (performance.now() - first.atMs) / 1000
    const since = (name: keyof Totals) => totals[name] - first[name]
    return {
      reads: since('reads'),
      writes: since('writes'),
      errors: since('errors'),
      writeMs: since('writeMs'),
      seconds,
    }
  }
  return {
    store: {
      ...store,
      collection,
      commit: (changes, options) =>
        run('writes', () => {
          return store.commit(
            changes.map((one) => ({ ...one, change: refusable(one.change) })),
            options,
          )
        }),
    },
    counts: {
      component() {
        const { reads, writes, errors, writeMs, seconds } = minute()
        const rate = (count: number) => (seconds === 0 ? 0 : count / seconds)
        return {
          status: errors === 0 ? 'healthy' : errors >= writes + reads ? 'unavailable' : 'degraded',
          writes_per_sec: rate(writes),
          ops_per_sec: rate(reads + writes),
          latency_ms: writes === 0 ? 0 : writeMs / writes,
        }
      },
      errorsOfMinute: () => minute().errors,
      failingSinceMs() {
        const { reads, writes } = failingSinceMs
        return reads !== null && writes !== null ? Math.min(reads, writes) : (reads ?? writes)
      },
      move() {
        past.push({ ...totals, atMs: performance.now() })
        if (past.length > slots + 1) past.shift()
      },
    },
  }
}
