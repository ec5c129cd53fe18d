import type { MempoolFilter, MempoolTransaction } from '../watcherTypes.ts'
import { type FilterContext, FilterFacts } from './facts.ts'

type Condition = (facts: FilterFacts) => boolean

/**
 * Compiles a filter to a predicate. Empty lists are ignored.
 *
 * @param context facts that are not in the transaction; conditions on unknown facts are false
 * @example
 * const isLarge = compileFilter({ types: ['swap'], minValue: parseEther('10') })
 * watcher.pending().filter(isLarge)
 */
export function compileFilter(
  filter: MempoolFilter,
  context: FilterContext = {},
): (entry: MempoolTransaction) => boolean {
  const matches = compileConditions(filter)
  return (entry) => matches(new FilterFacts(entry, context))
}

/** Compiles a filter to a predicate on facts, which filters can share. Cheap conditions come first. */
export function compileConditions(filter: MempoolFilter): Condition {
  const conditions = toConditions(filter)
  const [first, second, ...more] = conditions
  if (first === undefined) return () => true
  if (second === undefined) return first
  if (more.length === 0) return (facts) => first(facts) && second(facts)
  return (facts) => conditions.every((condition) => condition(facts))
}

function toConditions(filter: MempoolFilter): Condition[] {
  const { minValue, includeUnknownValue = false, minGasPrice, maxGasPrice, minUsd, nonceState } = filter
  const conditions: Condition[] = []
  const add = (condition: Condition) => conditions.push(condition)
  const addList = (
    values: readonly string[] | undefined,
    hasAny: (listed: Set<string>, facts: FilterFacts) => boolean,
  ) => {
    if (!values?.length) return
    const listed = new Set(values)
    add((facts) => hasAny(listed, facts))
  }
  if (filter.onlyMev) add(({ entry }) => entry.mev !== null)
  addList(filter.types, (listed, { entry }) => listed.has(entry.classification.type))
  if (minValue !== undefined)
    add(({ entry: { movedValue } }) => movedValue.wei >= minValue || (includeUnknownValue && !movedValue.isComplete))
  if (minGasPrice !== undefined) add(({ entry }) => entry.transaction.maxFeePerGas >= minGasPrice)
  if (maxGasPrice !== undefined) add(({ entry }) => entry.transaction.maxFeePerGas <= maxGasPrice)
  addList(lowerCased(filter.addresses), (listed, { entry: { transaction } }) => {
    return listed.has(transaction.from) || (transaction.to !== null && listed.has(transaction.to))
  })
  addList(filter.dexes, (listed, { dexes }) => hasCommon(listed, dexes))
  addList(filter.protocols, (listed, { protocols }) => hasCommon(listed, protocols))
  addList(lowerCased(filter.tokens), (listed, { tokens }) => hasCommon(listed, tokens))
  if (nonceState !== undefined) add(({ entry, context }) => context.toNonceState?.(entry) === nonceState)
  if (minUsd !== undefined) add(({ entry, context }) => (context.toUsd?.(entry) ?? Number.NEGATIVE_INFINITY) >= minUsd)
  return conditions
}

export function lowerCased(values: readonly string[] | undefined): readonly string[] | undefined {
  return values?.map((value) => value.toLowerCase())
}

function hasCommon(listed: ReadonlySet<string>, found: ReadonlySet<string>): boolean {
  for (const value of found) if (listed.has(value)) return true
  return false
}
