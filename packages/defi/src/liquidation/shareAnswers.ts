import type { BlockReader } from '../reads/blockReader.ts'

/**
 * Shares the latest result of `fetchItems`: a later call with the same reader and some of the same items returns it. Failed
 * results are not shared.
 */
export function shareAnswers<item, answer>(
  fetchItems: (reader: BlockReader, items: readonly item[]) => Promise<answer>,
  toId: (item: item) => string,
): (reader: BlockReader, items: readonly item[]) => Promise<answer> {
  let last: {
    readonly reader: BlockReader
    readonly ids: ReadonlySet<string>
    readonly answer: Promise<answer>
  } | null = null
  return (reader, items) => {
    const known = last
    if (known?.reader === reader && items.every((item) => known.ids.has(toId(item)))) return known.answer
    const answer = fetchItems(reader, items)
    const one = { reader, ids: new Set(items.map(toId)), answer }
    last = one
    answer.catch(() => {
      if (last === one) last = null
    })
    return answer
  }
}
