import { UsageError } from '../exitCodes.ts'

/**
 * Parses the whole number of a flag. It must be at least `atLeast` and at most `atMost`.
 *
 * @throws {UsageError} names the flag and its bounds
 */
export function toWholeNumber(
  flag: string,
  text: string,
  { atLeast = 0, atMost }: { readonly atLeast?: number; readonly atMost?: number } = {},
): number {
  const value = Number(text)
  const isWhole = /^\d{1,15}$/.test(text) && value >= atLeast && value <= (atMost ?? Number.MAX_SAFE_INTEGER)
  if (isWhole) return value
  throw new UsageError(`${flag} takes a whole number${atMost === undefined ? '' : ` from ${atLeast} to ${atMost}`}.`)
}
