/** Results of the clients. */
export type Tally = {
  right: number
  unanswered: number
  wrong: number
  heads: number
  logs: number
  reconnects: number
  /** Descriptions of the first 100 wrong and missing answers. */
  readonly words: string[]
}

const maxWords = 100

export const createTally = (): Tally => ({
  right: 0,
  unanswered: 0,
  wrong: 0,
  heads: 0,
  logs: 0,
  reconnects: 0,
  words: [],
})

export function note(tally: Tally, kind: 'wrong' | 'unanswered', what: string): void {
  tally[kind] += 1
  if (tally.words.length < maxWords) tally.words.push(`${kind}: ${what}`)
}
