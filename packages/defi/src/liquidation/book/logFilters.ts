import type { ChainLog, LogFilter } from '@outrigger/core'

type Group = LogFilter['address'] | NonNullable<LogFilter['topics']>[number]

/** One filter that lets through what any of these does; what more it lets through, `matchesFilter` tells. */
export function mergeFilters(filters: readonly LogFilter[]): LogFilter {
  const address = mergeGroups(filters.map((filter) => filter.address))
  const kind = mergeGroups(filters.map(({ topics }) => topics?.[0]))
  return { ...(address && { address }), ...(kind && { topics: [kind] }) }
}

/** Undefined where one of them takes any. */
function mergeGroups(groups: readonly Group[]): readonly `0x${string}`[] | undefined {
  const lists = groups.map(toList)
  if (lists.length === 0 || lists.some((list) => list.length === 0)) return undefined
  return [...new Set(lists.flat())].sort()
}

/** Whether a log is one the filter asks for, by the rules of `eth_getLogs`. */
export function matchesFilter({ address, topics }: ChainLog, filter: LogFilter): boolean {
  return [filter.address, ...(filter.topics ?? [])].every((group, position) => {
    const allowed = toList(group)
    const value: string | undefined = position === 0 ? address : topics[position - 1]
    return value !== undefined && (allowed.length === 0 || allowed.includes(value.toLowerCase() as `0x${string}`))
  })
}

function toList(group: Group): readonly `0x${string}`[] {
  if (group === undefined || group === null) return []
  return [group].flat().map((hex) => hex.toLowerCase() as `0x${string}`)
}
