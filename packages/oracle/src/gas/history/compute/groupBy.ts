import { getOrCreate } from '@outrigger/core/internal'

/** Groups items by key. Items keep their order. */
export function groupBy<item, key>(items: readonly item[], keyOf: (item: item) => key): Map<key, item[]> {
  const groups = new Map<key, item[]>()
  for (const item of items) getOrCreate(groups, keyOf(item), () => []).push(item)
  return groups
}
