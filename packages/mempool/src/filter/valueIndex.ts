import { getOrCreate } from '@outrigger/core/internal'
import type { MempoolFilter } from '../watcherTypes.ts'
import { lowerCased } from './compileFilter.ts'
import type { FilterFacts } from './facts.ts'
import { addToThresholds, removeFromThresholds, type ThresholdIndex, visitThresholds } from './thresholdIndex.ts'

/** List conditions, most selective first. The values of a transaction lead to the filters that list them. */
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

/** Filters by each value of their most selective list condition, sorted by threshold. Filters without a list are separate. */
export class ValueIndex<group extends { readonly filter: MempoolFilter }> {
  readonly #byValue = dimensions.map(() => new Map<string, ThresholdIndex<group>>())
  readonly #rest: ThresholdIndex<group> = []

  add(group: group): void {
    const { byValue, values } = this.#findPlace(group)
    if (byValue === undefined) return void addToThresholds(this.#rest, group)
    for (const value of values) {
      addToThresholds(
        getOrCreate(byValue, value, (): ThresholdIndex<group> => []),
        group,
      )
    }
  }

  remove(group: group): void {
    const { byValue, values } = this.#findPlace(group)
    if (byValue === undefined) removeFromThresholds(this.#rest, group)
    for (const value of values) if (removeFromThresholds(byValue?.get(value) ?? [], group)) byValue?.delete(value)
  }

  /** Visits the filters that a transaction may match. A filter may be visited several times. */
  visit(facts: FilterFacts, visit: (group: group) => void): void {
    for (const [index, { toFound }] of dimensions.entries()) {
      const byValue = this.#byValue[index]
      if (byValue?.size)
        for (const value of toFound(facts)) visitThresholds(byValue.get(value) ?? [], facts.entry, visit)
    }
    visitThresholds(this.#rest, facts.entry, visit)
  }

  #findPlace({ filter }: group) {
    const index = dimensions.findIndex(({ toWanted }) => toWanted(filter)?.length)
    return { byValue: this.#byValue[index], values: new Set<string>(dimensions[index]?.toWanted(filter)) }
  }
}
