import type { MempoolFilter, MempoolTransaction } from '../watcherTypes.ts'
import { type FilterContext, FilterFacts } from './facts.ts'

type Condition = (facts: FilterFacts) => boolean

/**
 * A filter as a predicate. An empty list is no condition.
 *
 * @param context facts that are not in the transaction; conditions on unknown facts do not hold
 * @example
 * const isLarge = compileFilter({ types: ['swap'], minValue: parseEther('10') })
 * watcher.pending().filter(isLarge)
 */
export function compileFilter(
  filter: MempoolFilter,
  context: FilterContext = {},
): (entry: MempoolTransaction) => boolean {
  const holds = compileConditions(filter)
  return (entry) => holds(new FilterFacts(entry, context))
}

/** The same over facts that many filters share. Cheap conditions come first. */
export function compileConditions(filter: MempoolFilter): Condition {
  const conditions = toConditions(filter)
  const [first, second, ...more] = conditions
  if (first === undefined) return () => true
  if (second === undefined) return first
  if (more.length === 0) return (facts) => first(facts) && second(facts)
  return (facts) => conditions.every((holds) => holds(facts))
}

function toConditions(filter: MempoolFilter): Condition[] {
  const { minValue, includeUnknownValue = false, minGasPrice, maxGasPrice, minUsd, nonceState } = filter
  const conditions: Condition[] = []
  const add = (condition: Condition) => conditions.push(condition)
  const addList = (
    values: readonly string[] | undefined,
    hasAny: (wanted: Set<string>, facts: FilterFacts) => boolean,
  ) => {
    if (!values?.length) return
    const wanted = new Set(values)
    add((facts) => hasAny(wanted, facts))
  }
  if (filter.onlyMev) add(({ entry }) => entry.mev !== null)
  addList(filter.types, (wanted, { entry }) => wanted.has(entry.classification.type))
  if (minValue !== undefined)
    add(({ entry: { movedValue } }) => movedValue.wei >= minValue || (includeUnknownValue && !movedValue.isComplete))
  if (minGasPrice !== undefined) add(({ entry }) => entry.transaction.maxFeePerGas >= minGasPrice)
  if (maxGasPrice !== undefined) add(({ entry }) => entry.transaction.maxFeePerGas <= maxGasPrice)
  addList(lowerCased(filter.addresses), (wanted, { entry: { transaction } }) => {
    return wanted.has(transaction.from) || (transaction.to !== null && wanted.has(transaction.to))
  })
  addList(filter.dexes, (wanted, { dexes }) => hasCommon(wanted, dexes))
  addList(filter.protocols, (wanted, { protocols }) => hasCommon(wanted, protocols))
  addList(lowerCased(filter.tokens), (wanted, { tokens }) => hasCommon(wanted, tokens))
  if (nonceState !== undefined) add(({ entry, context }) => context.toNonceState?.(entry) === nonceState)
  if (minUsd !== undefined) add(({ entry, context }) => (context.toUsd?.(entry) ?? Number.NEGATIVE_INFINITY) >= minUsd)
  return conditions
}

export function lowerCased(values: readonly string[] | undefined): readonly string[] | undefined {
  return values?.map((value) => value.toLowerCase())
}

function hasCommon(wanted: ReadonlySet<string>, found: ReadonlySet<string>): boolean {
  for (const value of found) if (wanted.has(value)) return true
  return false
}
