import { createHash } from 'node:crypto'

/** Returns a hash in upper-case hex. The input is hex, or base64 as REST writes it. */
export function toHexHash(text: string): string {
  return /^[\da-fA-F]*$/.test(text) ? text.toUpperCase() : Buffer.from(text, 'base64').toString('hex').toUpperCase()
}

/** Computes the hash of a transaction from its bytes in base64. */
export const toTransactionHash = (base64: string): string =>
  createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex').toUpperCase()

/** Converts an RFC 3339 time, whose fraction may have nine digits, to unix seconds. */
export const toSeconds = (time: string): bigint =>
  BigInt(Math.floor(Date.parse(time.replace(/(\.\d{3})\d+/, '$1')) / 1000))
