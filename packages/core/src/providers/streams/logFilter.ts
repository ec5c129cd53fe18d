import type { Hex } from 'viem'
import { OutriggerError } from '../../errors/outriggerError.ts'
import type { ChainLog, LogFilter } from '../poolTypes.ts'

/** A log filter has more than four topics, or one of its addresses or topics has the wrong length. Correct the filter. */
export class InvalidLogFilterError extends OutriggerError {
  readonly code = 'INVALID_LOG_FILTER'
}

/**
 * The normal form of a filter: lower case, sorted alternatives, no wildcards at the end. Filters with the same
 * meaning have the same JSON text.
 */
export type NormalFilter = { readonly address?: readonly Hex[]; readonly topics?: readonly (readonly Hex[] | null)[] }

/** @throws {InvalidLogFilterError} */
export function toNormalFilter({ address, topics = [] }: LogFilter): NormalFilter {
  const addresses = toAlternatives(address, 40)
  const positions = topics.map((topic) => toAlternatives(topic, 64))
  if (positions.length > 4)
    throw new InvalidLogFilterError('The log filter has more than four topics. A log has at most four.')
  while (positions.length > 0 && positions.at(-1) === null) positions.pop()
  return {
    ...(addresses === null ? {} : { address: addresses }),
    ...(positions.length === 0 ? {} : { topics: positions }),
  }
}

/** Returns the alternatives. An empty list means any value, as in geth. */
function toAlternatives(value: Hex | readonly Hex[] | null | undefined, digits: number): readonly Hex[] | null {
  if (value === null || value === undefined) return null
  const values = [value].flat() as readonly Hex[]
  for (const hex of values)
    if (typeof hex !== 'string' || !/^0x[0-9a-f]*$/i.test(hex) || hex.length !== digits + 2)
      throw new InvalidLogFilterError(
        `The log filter contains ${JSON.stringify(hex)}. Expected ${digits / 2} bytes of hex.`,
      )
  const sorted = [...new Set(values.map((hex) => hex.toLowerCase() as Hex))].sort()
  return sorted.length === 0 ? null : sorted
}

/** Returns whether a log matches the filter, by the rules of `eth_getLogs`. */
export function matchesFilter(
  log: Pick<ChainLog, 'address' | 'topics'>,
  { address, topics = [] }: NormalFilter,
): boolean {
  if (address !== undefined && !address.includes(log.address.toLowerCase() as Hex)) return false
  return topics.every((allowed, index) => {
    const topic: string | undefined = log.topics[index]
    return topic !== undefined && (allowed === null || allowed.includes(topic.toLowerCase() as Hex))
  })
}
