import { toName } from './names.ts'

/** Returns the family of a lender's versions: `aave` for `aave_v2` and `aave_v3`. */
export const toFamily = (lender: string): string => lender.replace(/_v\d+$/, '')

/** Whether a lender matches a filter: `all`, a lender, or a family of lenders. */
export const isLender = (lender: string, filter: string): boolean =>
  filter === 'all' || lender === filter || toFamily(lender) === filter

/**
 * Returns the filters for some lenders: all, the families with several versions, and each lender.
 *
 * @example listLenderFilters(['aave_v2', 'aave_v3', 'spark']) // ['all', 'aave', 'aave_v2', 'aave_v3', 'spark']
 */
export function listLenderFilters(lenders: readonly string[]): readonly string[] {
  const ids = [...new Set(lenders)].sort()
  const toVersions = (family: string) => ids.filter((id) => toFamily(id) === family)
  const families = new Set(ids.map(toFamily))
  return [
    'all',
    ...[...families].flatMap((family) =>
      toVersions(family).length > 1 ? [family, ...toVersions(family)] : toVersions(family),
    ),
  ]
}

/** Names a filter. A family that is not itself a lender stands for all its versions. */
export function toFilterName(filter: string, filters: readonly string[]): string {
  if (filter === 'all') return 'All'
  const isFamily = filters.some((one) => one !== filter && toFamily(one) === filter)
  return isFamily ? `${toName(filter)} (all versions)` : toName(filter)
}
