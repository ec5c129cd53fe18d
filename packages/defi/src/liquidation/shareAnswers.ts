import type { BlockReader } from '../reads/blockReader.ts'

/**
 * Prefetch: a question about items of a block is asked once, so that a later question to the same reader about some of them
 * takes the first answer. A question that failed is asked again.
 */
export function shareAnswers<item, answer>(
  ask: (reader: BlockReader, items: readonly item[]) => Promise<answer>,
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
    const answer = ask(reader, items)
    const one = { reader, ids: new Set(items.map(toId)), answer }
    last = one
    answer.catch(() => {
      if (last === one) last = null
    })
    return answer
  }
}
