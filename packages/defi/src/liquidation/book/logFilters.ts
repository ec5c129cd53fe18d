import type { LogFilter } from '@outrigger/core'
import { type NormalFilter, toNormalFilter } from '@outrigger/core/internal'

/**
 * Returns one filter that matches every log that at least one of the given filters matches. It may match more logs,
 * so check them with `matchesFilter`.
 */
export function mergeFilters(filters: readonly LogFilter[]): NormalFilter {
  const normal = filters.map(toNormalFilter)
  const address = mergeGroups(normal.map((filter) => filter.address))
  const kind = mergeGroups(normal.map(({ topics }) => topics?.[0]))
  return { ...(address && { address }), ...(kind && { topics: [kind] }) }
}

/** Returns undefined if one of the groups is unrestricted. */
function mergeGroups(groups: readonly (readonly `0x${string}`[] | null | undefined)[]) {
  const lists = groups.flatMap((group) => (group ? [group] : []))
  return lists.length === 0 || lists.length < groups.length ? undefined : [...new Set(lists.flat())].sort()
}
