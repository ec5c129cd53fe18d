import type { Address, Hash, Hex } from 'viem'

export type Json = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a field by its JSON-RPC name, or by the name that exporters use. */
export function field(row: Json, name: string, other: string): unknown {
  const value = row[name]
  return value === undefined ? row[other] : value
}

/** Parses a quantity from hex, a decimal string or a number. Returns null for other values. */
export function toQuantity(value: unknown): bigint | null {
  if (value === '0x0') return 0n
  if (typeof value === 'bigint') return value < 0n ? null : value
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null
  if (typeof value !== 'string' || value.length > 78) return null
  if (value === '0x') return 0n
  return /^(?:0x[\da-f]+|\d+)$/i.test(value) ? BigInt(value) : null
}

// Addresses may have a checksum (EIP-55).
const capital = /[A-Z]/

/** Returns the address in lower case, or null for other values. */
export function toAddress(value: unknown): Address | null {
  if (typeof value !== 'string' || value.length !== 42 || !value.startsWith('0x')) return null
  return (capital.test(value) ? value.toLowerCase() : value) as Address
}

/** Returns the hash in lower case, or null for other values. */
export function toHash(value: unknown): Hash | null {
  if (typeof value !== 'string' || value.length !== 66 || !value.startsWith('0x')) return null
  return (capital.test(value) ? value.toLowerCase() : value) as Hash
}

/** Returns hex bytes unchanged, or `0x` for other values. */
export const toBytes = (value: unknown): Hex =>
  typeof value === 'string' && value.startsWith('0x') ? (value as Hex) : '0x'
