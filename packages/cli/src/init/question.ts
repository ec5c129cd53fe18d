import { createInterface } from 'node:readline/promises'
import { UsageError } from '../exitCodes.ts'

/** Asks a person on the terminal. */
export type Asking = {
  /** The answer, or `fallback` for an empty line. @throws {UsageError} the input ended */
  ask(question: string, fallback?: string): Promise<string>
  close(): void
}

/** On stderr, so that stdout holds the result only. Keys are edited by the terminal itself: Ctrl-C ends as everywhere. */
export function createAsking(): Asking {
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
  const ended = new Promise<never>((_, reject) => {
    lines.once('close', () => reject(new UsageError('The questions were not answered, so nothing was written.')))
  })
  ended.catch(() => {})
  return {
    async ask(question, fallback) {
      const hint = fallback === undefined ? '' : ` [${fallback}]`
      const answer = (await Promise.race([lines.question(`${question}${hint}\n> `), ended])).trim()
      return answer === '' && fallback !== undefined ? fallback : answer
    },
    close: () => lines.close(),
  }
}
