import type { MempoolFilter } from '../watcherTypes.ts'
import { lowerCased } from './compileFilter.ts'
import type { FilterFacts } from './facts.ts'
import { addToShelf, removeFromShelf, type Shelf, visitShelf } from './shelf.ts'

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

/** Filters, each on the shelf of every value of its most selective condition; those without such a condition on one. */
export class GroupShelves<group extends { readonly filter: MempoolFilter }> {
  readonly #byValue = dimensions.map(() => new Map<string, Shelf<group>>())
  readonly #rest: Shelf<group> = []

  add(group: group): void {
    const { shelves, values } = this.#findPlace(group)
    if (shelves === undefined) return void addToShelf(this.#rest, group)
    for (const value of values) {
      const shelf = shelves.get(value) ?? []
      addToShelf(shelf, group)
      shelves.set(value, shelf)
    }
  }

  remove(group: group): void {
    const { shelves, values } = this.#findPlace(group)
    if (shelves === undefined) removeFromShelf(this.#rest, group)
    for (const value of values) if (removeFromShelf(shelves?.get(value) ?? [], group)) shelves?.delete(value)
  }

  /** Visits the filters that a transaction may match; one may be visited several times. */
  visit(facts: FilterFacts, visit: (group: group) => void): void {
    for (const [index, { toFound }] of dimensions.entries()) {
      const shelves = this.#byValue[index]
      if (shelves?.size) for (const value of toFound(facts)) visitShelf(shelves.get(value) ?? [], facts.entry, visit)
    }
    visitShelf(this.#rest, facts.entry, visit)
  }

  #findPlace({ filter }: group) {
    const index = dimensions.findIndex(({ toWanted }) => toWanted(filter)?.length)
    return { shelves: this.#byValue[index], values: new Set<string>(dimensions[index]?.toWanted(filter)) }
  }
}
