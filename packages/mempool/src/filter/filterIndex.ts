import type { Unwatch } from '@outrigger/core'
import type { MempoolFilter, MempoolTransaction } from '../watcherTypes.ts'
import { compileConditions, lowerCased } from './compileFilter.ts'
import { createFacts, type FilterContext, type FilterFacts } from './facts.ts'
import { addToShelf, removeFromShelf, type Shelf, visitShelf } from './shelf.ts'

/** The listeners of one filter. */
export type Group<listener> = {
  readonly filter: MempoolFilter
  readonly holds: (facts: FilterFacts) => boolean
  readonly listeners: Map<symbol, listener>
  /** The number of the match that last visited it: several values of a transaction may lead to it. */
  lastMatch: number
}

export type FilterIndex<listener> = {
  add(filter: MempoolFilter, listener: listener): Unwatch
  /** Listeners whose filter matches a transaction. */
  match(entry: MempoolTransaction): listener[]
  /** Listeners there are. */
  readonly size: number
}

/** Conditions on one of several values, the most selective first: the values of a transaction lead to its filters. */
const dimensions = [
  {
    toWanted: ({ addresses }: MempoolFilter) => lowerCased(addresses),
    toFound: ({ entry: { transaction } }: FilterFacts) =>
      transaction.to === null || transaction.to === transaction.from
        ? [transaction.from]
        : [transaction.from, transaction.to],
  },
  { toWanted: ({ tokens }: MempoolFilter) => lowerCased(tokens), toFound: ({ tokens }: FilterFacts) => tokens },
  { toWanted: ({ dexes }: MempoolFilter) => dexes, toFound: ({ dexes }: FilterFacts) => dexes },
  { toWanted: ({ protocols }: MempoolFilter) => protocols, toFound: ({ protocols }: FilterFacts) => protocols },
  { toWanted: ({ types }: MempoolFilter) => types, toFound: ({ entry }: FilterFacts) => [entry.classification.type] },
] as const

/**
 * Matches a transaction against many filters at once. A filter is stored under each value of its most selective condition,
 * sorted there by a threshold of value or gas price, so that only filters that nearly match are evaluated. Equal filters
 * are evaluated once.
 *
 * @example
 * const index = createFilterIndex<(entry: MempoolTransaction) => void>()
 * const remove = index.add({ types: ['swap'] }, print)
 * for (const listener of index.match(entry)) listener(entry)
 */
export function createFilterIndex<listener>(context: FilterContext = {}): FilterIndex<listener> {
  const groups = new Map<string, Group<listener>>()
  const shelves = dimensions.map(() => new Map<string, Shelf<Group<listener>>>())
  const rest: Shelf<Group<listener>> = []
  let size = 0
  let matches = 0

  /** The shelves of the most selective condition of a filter, and its values there; none without such a condition. */
  function findPlace({ filter }: Group<listener>) {
    const index = dimensions.findIndex(({ toWanted }) => toWanted(filter)?.length)
    return { shelvesHere: shelves[index], words: new Set<string>(dimensions[index]?.toWanted(filter)) }
  }

  function place(group: Group<listener>): void {
    const { shelvesHere, words } = findPlace(group)
    if (shelvesHere === undefined) return void addToShelf(rest, group)
    for (const word of words) {
      const shelf = shelvesHere.get(word) ?? []
      addToShelf(shelf, group)
      shelvesHere.set(word, shelf)
    }
  }

  function remove(group: Group<listener>): void {
    const { shelvesHere, words } = findPlace(group)
    if (shelvesHere === undefined) removeFromShelf(rest, group)
    for (const word of words) if (removeFromShelf(shelvesHere?.get(word) ?? [], group)) shelvesHere?.delete(word)
  }

  return {
    get size() {
      return size
    },
    add(filter, listener) {
      const name = toName(filter)
      const group = groups.get(name) ?? {
        filter,
        holds: compileConditions(filter),
        listeners: new Map<symbol, listener>(),
        lastMatch: 0,
      }
      const { listeners } = group
      if (listeners.size === 0) {
        groups.set(name, group)
        place(group)
      }
      // The same listener may be added twice, and is then removed twice.
      const id = Symbol(name)
      listeners.set(id, listener)
      size += 1
      return () => {
        if (!listeners.delete(id)) return
        size -= 1
        if (listeners.size > 0) return
        groups.delete(name)
        remove(group)
      }
    },
    match(entry) {
      const facts = createFacts(entry, context)
      const found: listener[] = []
      matches += 1
      const visit = (group: Group<listener>) => {
        if (group.lastMatch === matches) return
        group.lastMatch = matches
        if (group.holds(facts)) for (const listener of group.listeners.values()) found.push(listener)
      }
      for (const [index, { toFound }] of dimensions.entries()) {
        const shelvesHere = shelves[index]
        if (shelvesHere?.size) for (const word of toFound(facts)) visitShelf(shelvesHere.get(word) ?? [], entry, visit)
      }
      visitShelf(rest, entry, visit)
      return found
    },
  }
}

/** The same text for equal filters. */
function toName(filter: MempoolFilter): string {
  const { types, dexes, protocols, addresses, tokens, minValue, minGasPrice, maxGasPrice } = filter
  const lists = [types, dexes, protocols, lowerCased(addresses), lowerCased(tokens)]
  return JSON.stringify([
    lists.map((list) => [...new Set<string>(list)].sort()),
    [minValue, minGasPrice, maxGasPrice].map((amount) => amount?.toString() ?? null),
    [filter.minUsd ?? null, filter.nonceState ?? null, filter.onlyMev ?? false, filter.includeUnknownValue ?? false],
  ])
}
