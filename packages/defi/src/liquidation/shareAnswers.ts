import type { BlockReader } from '../reads/blockReader.ts'

/**
 * Lets what is needed of a block later be asked for with what is needed first, in one `eth_call`: the same reader's answer
 * serves every later question about some of its items. One that failed is asked again.
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
