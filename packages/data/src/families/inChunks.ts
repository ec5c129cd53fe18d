/** Returns the result of `read` for each item, in order, with a limited number of concurrent reads. */
export async function inChunks<item, value>(
  items: readonly item[],
  size: number,
  read: (item: item) => Promise<value>,
): Promise<value[]> {
  const values: value[] = []
  for (let start = 0; start < items.length; start += size)
    values.push(...(await Promise.all(items.slice(start, start + size).map(read))))
  return values
}
