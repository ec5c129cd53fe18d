import type { ChainFamily } from '@outrigger/core/internal'
import type { BlockReference } from '@outrigger/data'
import { isAddress } from 'viem'
import { UsageError } from '../exitCodes.ts'

// The readers of other families check what is in the form of their chains.

/** @throws {UsageError} */
export function toAddress(text: string, family: ChainFamily): string {
  if (family !== 'evm') return text
  if (isAddress(text, { strict: false })) return text.toLowerCase()
  throw new UsageError(`"${text.slice(0, 80)}" is no address: it takes 0x and 40 hexadecimal digits.`)
}

/** @throws {UsageError} */
export function toHash(text: string, family: ChainFamily): string {
  if (family !== 'evm') return text
  if (/^0x[\da-f]{64}$/i.test(text)) return text.toLowerCase()
  throw new UsageError(`"${text.slice(0, 80)}" is no hash: it takes 0x and 64 hexadecimal digits.`)
}

/** A number, a hash or a tag. @throws {UsageError} */
export function toBlock(text: string, family: ChainFamily): BlockReference {
  if (/^\d{1,15}$/.test(text)) return BigInt(text)
  if (family !== 'evm') return text
  if (/^0x[\da-f]{64}$/i.test(text)) return text.toLowerCase()
  if (/^(?:latest|safe|finalized|earliest)$/.test(text)) return text
  throw new UsageError(`"${text.slice(0, 80)}" is no block: a number, a hash, latest, safe, finalized or earliest.`)
}

/** @throws {UsageError} */
export function toLimit(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1000) return limit
  throw new UsageError('--limit takes a whole number from 1 to 1000.')
}
