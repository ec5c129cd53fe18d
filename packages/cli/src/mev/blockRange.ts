import { UsageError } from '../exitCodes.ts'

export type BlockRange = { readonly from: bigint; readonly to: bigint }

/**
 * Parses `123` or `123..130`, both ends included. Returns null for any other text.
 *
 * @throws {UsageError} the range ends before it begins
 */
export function toBlockRange(text: string): BlockRange | null {
  const [, first, last = first] = /^(\d{1,15})(?:\.\.(\d{1,15}))?$/.exec(text) ?? []
  if (first === undefined || last === undefined) return null
  const range = { from: BigInt(first), to: BigInt(last) }
  if (range.from > range.to) throw new UsageError(`The range ${text} ends before it begins.`)
  return range
}
