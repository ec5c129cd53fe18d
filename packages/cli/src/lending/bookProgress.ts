import type { BookState } from '@outrigger/defi'
import { formatCount, formatDuration } from '../output/format.ts'

/** Searched blocks at a moment, and the total. */
export type Searched = { readonly atMs: number; readonly blocks: number; readonly total: number }

/** Minimum time to measure a rate. */
const leastMs = 3_000
/** Rates are measured over the last minute, because providers change their speed. */
const windowMs = 60_000

export function toSearched(books: readonly BookState[], atMs: number): Searched {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return {
    atMs,
    blocks: sum(books.map(({ progress, blocks }) => progress * blocks)),
    total: sum(books.map(({ blocks }) => blocks)),
  }
}

/** Adds a measurement and drops those that are no longer needed. */
export function keepRecent(earlier: readonly Searched[], now: Searched): readonly Searched[] {
  // The total is known only after every book has started.
  const same = earlier.filter(({ total }) => total === now.total)
  return [...same.filter(({ atMs }, index) => now.atMs - atMs <= windowMs || index === same.length - 1), now]
}

/** Describes the progress of all books in one line, the total first: ` 43.1 % of 21,000,000 blocks, 5,400 a second, 1:02:03 left`. */
export function toProgressLine(books: readonly BookState[], recent: readonly Searched[]): string {
  return [toWhole(recent), ...books.map(toBookText)].filter((part) => part !== '').join(' · ')
}

function toWhole(recent: readonly Searched[]): string {
  const [first, last] = [recent[0], recent.at(-1)]
  if (first === undefined || last === undefined || last.total === 0) return 'requesting contracts and logs'
  if (last.blocks >= last.total) return ''
  const share = `${((100 * last.blocks) / last.total).toFixed(1)} % of ${formatCount(last.total)} blocks`
  const [ms, blocks] = [last.atMs - first.atMs, last.blocks - first.blocks]
  if (ms < leastMs || blocks <= 0) return share
  const left = formatDuration(((last.total - last.blocks) * ms) / blocks)
  return `${share}, ${formatCount((1000 * blocks) / ms)} a second, ${left} left`
}

export function toBookText({ protocol, state, progress, blocks, borrowers, reason }: BookState): string {
  if (state === 'absent') return `${protocol} is not on this chain`
  if (state === 'failed') return `${protocol}: ${reason ?? 'failed'}`
  const found = borrowers === 0 ? '' : `${formatCount(borrowers)} borrowers`
  if (state === 'ready') return `${protocol} ${found || 'complete'}`
  if (blocks === 0) return `${protocol} begins`
  return `${protocol} ${(progress * 100).toFixed(1)} %${found && `, ${found}`}`
}
