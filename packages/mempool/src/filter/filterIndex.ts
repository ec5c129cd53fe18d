import type { Unwatch } from '@outrigger/core'
import { getOrCreate } from '@outrigger/core/internal'
import type { MempoolFilter, MempoolTransaction } from '../watcherTypes.ts'
import { compileConditions, lowerCased } from './compileFilter.ts'
import { type FilterContext, FilterFacts } from './facts.ts'
import { ValueIndex } from './valueIndex.ts'

/** The listeners of one filter. */
type Group<listener> = {
  readonly filter: MempoolFilter
  readonly matches: (facts: FilterFacts) => boolean
  readonly listeners: Map<symbol, listener>
  /** Number of the last match that visited this group, because several values of a transaction may lead to it. */
  lastMatch: number
}

/** A set of filters, each with a listener. Finds the listeners whose filter a transaction passes. */
export type FilterIndex<listener> = {
  add(filter: MempoolFilter, listener: listener): Unwatch
  /** Returns the listeners whose filter matches a transaction. */
  match(entry: MempoolTransaction): listener[]
  /** Number of listeners. */
  readonly size: number
}

/**
 * Creates an index that matches a transaction against many filters at once. A filter is stored under each value of its most
 * selective condition, sorted by a threshold of value or gas price, so that only filters that nearly match are evaluated.
 * Equal filters are evaluated once.
 *
 * @example
 * const index = createFilterIndex<(entry: MempoolTransaction) => void>()
 * const remove = index.add({ types: ['swap'] }, print)
 * for (const listener of index.match(entry)) listener(entry)
 */
export function createFilterIndex<listener>(context: FilterContext = {}): FilterIndex<listener> {
  const groups = new Map<string, Group<listener>>()
  const byValue = new ValueIndex<Group<listener>>()
  let size = 0
  let matchCount = 0

  return {
    get size() {
      return size
    },
    add(filter, listener) {
      const name = toName(filter)
      const group = getOrCreate(groups, name, () => {
        const created = { filter, matches: compileConditions(filter), listeners: new Map(), lastMatch: 0 }
        byValue.add(created)
        return created
      })
      // The same listener can be added twice, and is then removed twice.
      const id = Symbol(name)
      group.listeners.set(id, listener)
      size += 1
      return () => {
        if (!group.listeners.delete(id)) return
        size -= 1
        if (group.listeners.size > 0) return
        groups.delete(name)
        byValue.remove(group)
      }
    },
    match(entry) {
      const facts = new FilterFacts(entry, context)
      const found: listener[] = []
      matchCount += 1
      byValue.visit(facts, (group) => {
        if (group.lastMatch === matchCount) return
        group.lastMatch = matchCount
        if (group.matches(facts)) for (const listener of group.listeners.values()) found.push(listener)
      })
      return found
    },
  }
}

/** Returns a name that is the same for equal filters. */
function toName(filter: MempoolFilter): string {
  const { types, dexes, protocols, addresses, tokens, minValue, minGasPrice, maxGasPrice } = filter
  const lists = [types, dexes, protocols, lowerCased(addresses), lowerCased(tokens)]
  return JSON.stringify([
    lists.map((list) => [...new Set<string>(list)].sort()),
    [minValue, minGasPrice, maxGasPrice].map((amount) => amount?.toString() ?? null),
    [filter.minUsd ?? null, filter.nonceState ?? null, filter.onlyMev ?? false, filter.includeUnknownValue ?? false],
  ])
}
