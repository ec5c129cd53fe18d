import type { Address, Hash, Hex } from 'viem'

export type Json = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The first of several spellings of a field: JSON-RPC's, and the one exporters write. */
export function field(row: Json, name: string, other: string): unknown {
  const value = row[name]
  return value === undefined ? row[other] : value
}

/** A quantity: hex, a decimal string or a number. Null for anything else. */
export function toQuantity(value: unknown): bigint | null {
  if (value === '0x0') return 0n
  if (typeof value === 'bigint') return value < 0n ? null : value
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null
  if (typeof value !== 'string' || value.length > 78) return null
  if (value === '0x') return 0n
  return /^(?:0x[\da-f]+|\d+)$/i.test(value) ? BigInt(value) : null
}

// Nodes write lower case; others a checksum (EIP-55).
const capital = /[A-Z]/

/** Lower case; null for what is no address. */
export function toAddress(value: unknown): Address | null {
  if (typeof value !== 'string' || value.length !== 42 || !value.startsWith('0x')) return null
  return (capital.test(value) ? value.toLowerCase() : value) as Address
}

/** Lower case; null for what is no hash. */
export function toHash(value: unknown): Hash | null {
  if (typeof value !== 'string' || value.length !== 66 || !value.startsWith('0x')) return null
  return (capital.test(value) ? value.toLowerCase() : value) as Hash
}

/** Bytes as they are given; `0x` for what is no hex. */
export const toBytes = (value: unknown): Hex =>
  typeof value === 'string' && value.startsWith('0x') ? (value as Hex) : '0x'
