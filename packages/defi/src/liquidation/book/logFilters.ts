import type { LogFilter } from '@outrigger/core'
import { type NormalFilter, toNormalFilter } from '@outrigger/core/internal'

/** One filter that lets through what any of these does; what more it lets through, `matchesFilter` finds. */
export function mergeFilters(filters: readonly LogFilter[]): NormalFilter {
  const normal = filters.map(toNormalFilter)
  const address = mergeGroups(normal.map((filter) => filter.address))
  const kind = mergeGroups(normal.map(({ topics }) => topics?.[0]))
  return { ...(address && { address }), ...(kind && { topics: [kind] }) }
}

/** Undefined where one of them takes any. */
function mergeGroups(groups: readonly (readonly `0x${string}`[] | null | undefined)[]) {
  const lists = groups.flatMap((group) => (group ? [group] : []))
  return lists.length === 0 || lists.length < groups.length ? undefined : [...new Set(lists.flat())].sort()
}
