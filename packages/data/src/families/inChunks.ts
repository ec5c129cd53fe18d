/** What `read` gives for each item, in order, with so many read at once. */
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
