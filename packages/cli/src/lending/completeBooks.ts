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
    super(`No book of borrowers could be built. ${books.map(toBookText).join(' · ')}`)
  }
}

type Wait = {
  readonly output: Output
  readonly signal: AbortSignal
  /** Whether to wait for books that fail. They are tried again. */
  readonly patient: boolean
}

const stepMs = 1_000
const logSteps = 10
/** Steps after which failing books are given up, if no other book is being built. */
const maxIdleSteps = 15

/**
 * Resolves when every book is complete, or when the remaining ones only fail. Reports the progress meanwhile, and at the end
 * the doubts about a book.
 * @throws {BooksUnavailableError} every book fails @throws the reason of `signal` if it is aborted first
 */
export async function completeBooks(scanner: LiquidationScanner, { output, signal, patient }: Wait): Promise<void> {
  const report = createReport(output)
  let timer: NodeJS.Timeout | undefined
  let idleSteps = 0
  const given = new Promise<void>((resolve, reject) => {
    timer = setInterval(() => {
      const books = scanner.books()
      report(books)
      if (patient || books.length === 0) return
      if (isHopeless(books)) reject(new BooksUnavailableError(books))
      idleSteps = books.every(({ state }) => state !== 'building') ? idleSteps + 1 : 0
      if (idleSteps > maxIdleSteps) resolve()
    }, stepMs)
  })
  await Promise.race([scanner.ready, given, untilAborted(signal)]).finally(() => clearInterval(timer))
  for (const { protocol, state, reason } of scanner.books())
    if (state === 'ready' && reason !== null) output.note(`${protocol}: ${reason}`)
  signal.throwIfAborted()
}

/** Whether every book fails, not counting lenders that do not exist on the chain. */
function isHopeless(books: readonly BookState[]): boolean {
  const present = books.filter(({ state }) => state !== 'absent')
  return present.length > 0 && present.every(({ state }) => state === 'failed')
}

/** Prints the progress if it changed: every second on a terminal, which replaces its line, otherwise every tenth. */
function createReport(output: Output): (books: readonly BookState[]) => void {
  let shown = ''
  let recent: readonly Searched[] = []
  let steps = 0
  return (books) => {
    recent = keepRecent(recent, toSearched(books, performance.now()))
    const text = toProgressLine(books, recent)
    if (text !== shown && (process.stderr.isTTY || steps % logSteps === 0)) output.progress(text)
    shown = text
    steps += 1
  }
}
