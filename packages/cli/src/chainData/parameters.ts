import type { BlockId } from '@outrigger/data'
import { type Address, type Hex, isAddress } from 'viem'
import { UsageError } from '../exitCodes.ts'

/** @throws {UsageError} */
export function toAddress(text: string): Address {
  if (isAddress(text, { strict: false })) return text.toLowerCase() as Address
  throw new UsageError(`"${text.slice(0, 80)}" is no address: it takes 0x and 40 hexadecimal digits.`)
}

/** @throws {UsageError} */
export function toHash(text: string): Hex {
  if (/^0x[\da-f]{64}$/i.test(text)) return text.toLowerCase() as Hex
  throw new UsageError(`"${text.slice(0, 80)}" is no hash: it takes 0x and 64 hexadecimal digits.`)
}

/** A number, a hash or a tag. @throws {UsageError} */
export function toBlockId(text: string): BlockId {
  if (/^\d{1,15}$/.test(text)) return BigInt(text)
  if (/^0x[\da-f]{64}$/i.test(text)) return text.toLowerCase() as Hex
  if (/^(?:latest|safe|finalized|earliest)$/.test(text)) return text as 'latest'
  throw new UsageError(`"${text.slice(0, 80)}" is no block: a number, a hash, latest, safe, finalized or earliest.`)
}

/** @throws {UsageError} */
export function toLimit(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1000) return limit
  throw new UsageError('--limit takes a whole number from 1 to 1000.')
}
