import { OutriggerError } from '@outrigger/core'
import type { BookState, LiquidationScanner } from '@outrigger/defi'
import { untilAborted } from '../interrupt.ts'
import type { Output } from '../output/output.ts'
import { keepRecent, type Searched, toBookText, toProgressLine, toSearched } from './bookProgress.ts'

/** No book of borrowers could be built or read. */
export class BooksUnavailableError extends OutriggerError {
  readonly code = 'BOOKS_UNAVAILABLE'
  override readonly retryable = true
  constructor(books: readonly BookState[]) {
    super(`Nobody's borrowers could be read. ${books.map(toBookText).join(' · ')}`)
  }
}

type Wait = {
  readonly output: Output
  readonly signal: AbortSignal
  /** Goes on though some of them fail: they are tried again. */
  readonly patient: boolean
}

const stepMs = 1_000
const logSteps = 10
/** Until those that fail beside complete ones are given up. */
const maxIdleSteps = 15

/**
 * Resolves when every book is complete, or as far as they come. Reports the progress meanwhile, in the end what speaks
 * against a book.
 * @throws {BooksUnavailableError} @throws the reason of `signal` when it is aborted before
 */
export async function completeBooks(scanner: LiquidationScanner, { output, signal, patient }: Wait): Promise<void> {
  let shown = ''
  let recent: readonly Searched[] = []
  let steps = 0
  let timer: NodeJS.Timeout | undefined
  let idleSteps = 0
  const given = new Promise<void>((resolve, reject) => {
    timer = setInterval(() => {
      const books = scanner.books()
      recent = keepRecent(recent, toSearched(books, performance.now()))
      const text = toProgressLine(books, recent)
      // Where lines stay, hours of work are not one line a second.
      if (text !== shown && (process.stderr.isTTY || steps % logSteps === 0)) output.progress(text)
      shown = text
      steps += 1
      if (patient || books.length === 0) return
      const there = books.filter(({ state }) => state !== 'absent')
      if (there.length > 0 && there.every(({ state }) => state === 'failed')) reject(new BooksUnavailableError(books))
      idleSteps = books.every(({ state }) => state !== 'building') ? idleSteps + 1 : 0
      if (idleSteps > maxIdleSteps) resolve()
    }, stepMs)
  })
  await Promise.race([scanner.ready, given, untilAborted(signal)]).finally(() => clearInterval(timer))
  for (const { protocol, state, reason } of scanner.books())
    if (state === 'ready' && reason !== null) output.note(`${protocol}: ${reason}`)
  signal.throwIfAborted()
}
