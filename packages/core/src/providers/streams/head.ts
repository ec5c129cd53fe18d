import type { Head } from '../poolTypes.ts'
import { toQuantity } from '../reads/integrity.ts'
import { isBlockTime, isHash } from '../reads/shape.ts'

/** Reads a head from a header or block in JSON-RPC form. Null if it is neither. */
export function toHead(raw: unknown, provider: string): Head | null {
  if (typeof raw !== 'object' || raw === null) return null
  // The body does not belong to the header and is up to a thousand times as long.
  const { transactions, uncles, withdrawals, ...header } = raw as Record<string, unknown>
  const { hash, parentHash, timestamp } = header
  const number = toQuantity(header['number'])
  if (number === null || !isHash(hash) || !isHash(parentHash) || !isBlockTime(timestamp, header['number'])) return null
  return { number, hash, parentHash, timestamp: BigInt(timestamp), provider, removed: false, header }
}
