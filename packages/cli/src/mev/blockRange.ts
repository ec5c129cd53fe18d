import { UsageError } from '../exitCodes.ts'

export type BlockRange = { readonly from: bigint; readonly to: bigint }

/**
 * Reads `123` or `123..130`, both ends included.
 *
 * @throws {UsageError}
 */
export function toBlockRange(text: string): BlockRange {
  const [, first, last = first] = /^(\d{1,15})(?:\.\.(\d{1,15}))?$/.exec(text) ?? []
  if (first === undefined || last === undefined)
    throw new UsageError(`Give a block number, or a range of them as in 17000000..17000010; ${text} is neither.`)
  const range = { from: BigInt(first), to: BigInt(last) }
  if (range.from > range.to) throw new UsageError(`The range ${text} ends before it begins.`)
  return range
}
