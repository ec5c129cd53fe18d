import { BaseError } from '@outrigger/core'
import type { BookState, LiquidationScanner } from '@outrigger/defi'
import { untilAborted } from '../interrupt.ts'
import { formatCount } from '../output/format.ts'
import type { Output } from '../output/output.ts'

/** No book of borrowers could be built or read. */
export class BooksUnavailableError extends BaseError {
  readonly code = 'BOOKS_UNAVAILABLE'
  override readonly retryable = true
  constructor(books: readonly BookState[]) {
    super(`Nobody's borrowers could be read. ${books.map(toBookText).join(' · ')}`)
  }
}

type Wait = {
  readonly output: Output
  readonly signal: AbortSignal
  /** Goes on though all of them fail: they are tried again. */
  readonly patient: boolean
}

const stepMs = 1_000

/**
 * Resolves when every book is complete or `signal` is aborted, and tells of the progress meanwhile.
 * @throws {BooksUnavailableError}
 */
export async function completeBooks(scanner: LiquidationScanner, { output, signal, patient }: Wait): Promise<void> {
  let shown = ''
  let timer: NodeJS.Timeout | undefined
  const failed = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      const books = scanner.books()
      const text = books.map(toBookText).join(' · ')
      if (text !== shown) output.progress(text)
      shown = text
      if (!patient && books.length > 0 && books.every(({ state }) => state === 'failed'))
        reject(new BooksUnavailableError(books))
    }, stepMs)
  })
  await Promise.race([scanner.ready, failed, untilAborted(signal)]).finally(() => clearInterval(timer))
}

function toBookText({ protocol, state, progress, borrowers, reason }: BookState): string {
  if (state === 'building') return `${protocol} ${(progress * 100).toFixed(1)} %, ${formatCount(borrowers)} borrowers`
  return state === 'failed' ? `${protocol}: ${reason ?? 'failed'}` : `${protocol} ${formatCount(borrowers)} borrowers`
}
