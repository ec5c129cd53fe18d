import { base58 } from '@scure/base'
import { InvalidAddressError, InvalidBlockError, InvalidHashError } from '../../errors.ts'
import type { BlockReference } from '../familyReader.ts'

/** Returns the address if it is valid: 32 bytes in base58. @throws {InvalidAddressError} */
export function parseAddress(text: string): string {
  if (byteLength(text) === 32) return text
  throw new InvalidAddressError(text, 'expected 32 bytes in base58')
}

/** Returns the signature that identifies a transaction, if it is valid. @throws {InvalidHashError} */
export function parseSignature(text: string): string {
  if (byteLength(text) === 64) return text
  throw new InvalidHashError(text, 'a signature of 64 bytes in base58')
}

/** Parses a slot or a tag. @throws {InvalidBlockError} also for a block hash, because Solana nodes cannot find blocks by hash */
export function parseBlock(block: BlockReference): bigint | 'latest' | 'safe' | 'finalized' | 'earliest' {
  if (typeof block === 'bigint') return block
  if (/^\d{1,15}$/.test(block)) return BigInt(block)
  if (/^(?:latest|safe|finalized|earliest)$/.test(block)) return block as 'latest'
  throw new InvalidBlockError(
    block,
    'a slot, latest, safe, finalized or earliest. Solana nodes cannot find blocks by hash',
  )
}

function byteLength(text: string): number {
  try {
    return base58.decode(text).length
  } catch {
    return 0
  }
}
