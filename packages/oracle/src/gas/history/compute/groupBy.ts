/** Items by key, in the order they come. */
export function groupBy<item, key>(items: readonly item[], keyOf: (item: item) => key): Map<key, item[]> {
  const groups = new Map<key, item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
