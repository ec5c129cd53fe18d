import type { ChainFamily } from '@outrigger/core/internal'
import type { BlockReference } from '@outrigger/data'
import { isAddress } from 'viem'
import { UsageError } from '../exitCodes.ts'

// Readers of other families check the forms of their chains themselves.

/** @throws {UsageError} */
export function toAddress(text: string, family: ChainFamily): string {
  if (family !== 'evm') return text
  if (isAddress(text, { strict: false })) return text.toLowerCase()
  throw new UsageError(`"${text.slice(0, 80)}" is not an address. Expected 0x and 40 hex digits.`)
}

/** @throws {UsageError} */
export function toHash(text: string, family: ChainFamily): string {
  if (family !== 'evm') return text
  if (/^0x[\da-f]{64}$/i.test(text)) return text.toLowerCase()
  throw new UsageError(`"${text.slice(0, 80)}" is not a hash. Expected 0x and 64 hex digits.`)
}

/** Parses a block: a number, a hash or a tag. @throws {UsageError} */
export function toBlock(text: string, family: ChainFamily): BlockReference {
  if (/^\d{1,15}$/.test(text)) return BigInt(text)
  if (family !== 'evm') return text
  if (/^0x[\da-f]{64}$/i.test(text)) return text.toLowerCase()
  if (/^(?:latest|safe|finalized|earliest)$/.test(text)) return text
  throw new UsageError(
    `"${text.slice(0, 80)}" is not a block. Expected a number, a hash, latest, safe, finalized or earliest.`,
  )
}

/** @throws {UsageError} */
export function toLimit(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1000) return limit
  throw new UsageError('--limit takes a whole number from 1 to 1000.')
}
