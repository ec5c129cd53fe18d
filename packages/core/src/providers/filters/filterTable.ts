import { FilterError, toNotFound } from './filterError.ts'
import type { FilterRequest } from './filterRequest.ts'

export type FilterRules = {
  /** Maximum number of filters of one owner. */
  readonly maxFilters: number
  /** Maximum number of changes that wait for a poll. */
  readonly maxChanges: number
  /** A filter is removed if it is not polled for this time. */
  readonly idleMs: number
}

export const defaultRules: FilterRules = { maxFilters: 10_000, maxChanges: 10_000, idleMs: 300_000 }

/** One filter and its unread changes. */
export type Filter = {
  readonly id: string
  readonly owner: string
  readonly wanted: FilterRequest
  usedAtMs: number
  changes: unknown[]
  /** Why changes were lost. The next poll reports the reason. */
  loss: string | null
}

/** The filters of all owners, within their limits. The table has no clock and no streams. */
export class FilterTable<filter extends Filter> {
  readonly #rules: FilterRules
  readonly #filters = new Map<string, Map<string, filter>>()

  constructor(rules: FilterRules) {
    this.#rules = rules
  }

  /** @throws {FilterError} the owner has the maximum number of filters */
  requireRoom(owner: string): void {
    const { maxFilters } = this.#rules
    if ((this.#filters.get(owner)?.size ?? 0) < maxFilters) return
    const message = `There are already ${maxFilters} filters, which is the maximum. Remove one with eth_uninstallFilter, or wait until unread filters expire.`
    throw new FilterError(-32005, message)
  }

  /** @throws {FilterError} the owner has the maximum number of filters */
  add(added: filter): void {
    this.requireRoom(added.owner)
    const own = this.#filters.get(added.owner) ?? new Map<string, filter>()
    this.#filters.set(added.owner, own.set(added.id, added))
  }

  /** Returns a filter of this owner. Filters of other owners are not visible. */
  find(owner: string, id: unknown): filter | undefined {
    return typeof id === 'string' ? this.#filters.get(owner)?.get(id) : undefined
  }

  /** Returns a filter and marks it as read. @throws {FilterError} it does not exist */
  use(owner: string, id: unknown, nowMs: number): filter {
    const found = this.find(owner, id)
    if (found === undefined) throw toNotFound()
    found.usedAtMs = nowMs
    return found
  }

  /** Adds a change. Returns false if the filter must be dropped, because its changes are not read. */
  push(filter: filter, change: unknown): boolean {
    if (filter.changes.length >= this.#rules.maxChanges) return false
    filter.changes.push(change)
    return true
  }

  /** Returns whether the filter existed. */
  remove({ owner, id }: Pick<filter, 'owner' | 'id'>): boolean {
    const own = this.#filters.get(owner)
    const wasThere = own?.delete(id) ?? false
    if (own?.size === 0) this.#filters.delete(owner)
    return wasThere
  }

  all(): readonly filter[] {
    return [...this.#filters.values()].flatMap((own) => [...own.values()])
  }

  /** Removes and returns the filters that were not read for too long. */
  expire(nowMs: number): readonly filter[] {
    const idle = this.all().filter(({ usedAtMs }) => nowMs - usedAtMs >= this.#rules.idleMs)
    for (const filter of idle) this.remove(filter)
    return idle
  }

  /** Returns when the next filter expires unless it is read. Null if there are no filters. */
  nextExpiryMs(): number | null {
    const used = this.all().map(({ usedAtMs }) => usedAtMs)
    return used.length === 0 ? null : used.reduce((a, b) => Math.min(a, b)) + this.#rules.idleMs
  }
}
