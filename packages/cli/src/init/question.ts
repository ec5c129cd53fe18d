import { createInterface } from 'node:readline/promises'
import { UsageError } from '../exitCodes.ts'

/** Reads answers from the terminal. */
export type Asking = {
  /** Returns the answer, or `fallback` for an empty line. @throws {UsageError} the input ended */
  ask(question: string, fallback?: string): Promise<string>
  close(): void
}

/** Prints questions on stderr, so that stdout has only the result. The terminal edits the line, and Ctrl-C interrupts. */
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
