import { FilterError, toNotFound } from './filterError.ts'
import type { FilterRequest } from './filterRequest.ts'

export type FilterRules = {
  /** Most filters of one owner. */
  readonly maxFilters: number
  /** Most changes that wait for a poll. */
  readonly maxChanges: number
  /** A filter that is not read for so long is removed. */
  readonly idleMs: number
}

export const defaultRules: FilterRules = { maxFilters: 10_000, maxChanges: 10_000, idleMs: 300_000 }

/** One filter, and what it has to report. */
export type Filter = {
  readonly id: string
  readonly owner: string
  readonly wanted: FilterRequest
  usedAtMs: number
  changes: unknown[]
  /** Why changes were lost; the next poll is told. */
  loss: string | null
}

/** The filters of all owners: who may read which, how many, how much and how long. Has no clock and no streams. */
export class FilterTable<filter extends Filter> {
  readonly #rules: FilterRules
  readonly #filters = new Map<string, Map<string, filter>>()

  constructor(rules: FilterRules) {
    this.#rules = rules
  }

  /** @throws {FilterError} the owner has as many as it may */
  requireRoom(owner: string): void {
    const { maxFilters } = this.#rules
    if ((this.#filters.get(owner)?.size ?? 0) < maxFilters) return
    const message = `There are ${maxFilters} filters, the most that are allowed. Remove one with eth_uninstallFilter, or wait until unread ones expire.`
    throw new FilterError(-32005, message)
  }

  /** @throws {FilterError} the owner has as many as it may */
  add(added: filter): void {
    this.requireRoom(added.owner)
    const own = this.#filters.get(added.owner) ?? new Map<string, filter>()
    this.#filters.set(added.owner, own.set(added.id, added))
  }

  /** An owner's filter; another owner's does not exist. */
  find(owner: string, id: unknown): filter | undefined {
    return typeof id === 'string' ? this.#filters.get(owner)?.get(id) : undefined
  }

  /** The filter, as read now. @throws {FilterError} it does not exist */
  use(owner: string, id: unknown, nowMs: number): filter {
    const found = this.find(owner, id)
    if (found === undefined) throw toNotFound()
    found.usedAtMs = nowMs
    return found
  }

  /** Adds a change. False when the filter has to be given up, because nobody reads it. */
  push(filter: filter, change: unknown): boolean {
    if (filter.changes.length >= this.#rules.maxChanges) return false
    filter.changes.push(change)
    return true
  }

  /** Whether it was there. */
  remove({ owner, id }: Pick<filter, 'owner' | 'id'>): boolean {
    const own = this.#filters.get(owner)
    const wasThere = own?.delete(id) ?? false
    if (own?.size === 0) this.#filters.delete(owner)
    return wasThere
  }

  all(): readonly filter[] {
    return [...this.#filters.values()].flatMap((own) => [...own.values()])
  }

  /** Removes the filters nobody has read for too long, and returns them. */
  expire(nowMs: number): readonly filter[] {
    const idle = this.all().filter(({ usedAtMs }) => nowMs - usedAtMs >= this.#rules.idleMs)
    for (const filter of idle) this.remove(filter)
    return idle
  }

  /** When the next filter expires unless it is read; null without filters. */
  nextExpiryMs(): number | null {
    const used = this.all().map(({ usedAtMs }) => usedAtMs)
    return used.length === 0 ? null : used.reduce((a, b) => Math.min(a, b)) + this.#rules.idleMs
  }
}
