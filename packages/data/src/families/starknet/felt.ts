import { concatHex, type Hex, numberToHex, padHex, sliceHex } from 'viem'

/** Field elements are below this prime. */
export const prime = 2n ** 251n + 17n * 2n ** 192n + 1n

/** Compares two field elements, with or without leading zeros. */
export const isSameFelt = (one: Hex, other: Hex): boolean => BigInt(one) === BigInt(other)

/** Removes leading zeros, as Starknet's JSON-RPC requires. */
export const toFelt = (value: Hex | bigint): Hex => numberToHex(BigInt(value))

/** Joins a u256 that Cairo splits into two halves, the low half first. */
export const toU256 = (low: Hex, high: Hex): bigint => BigInt(low) + (BigInt(high) << 128n)

/** Splits bytes into field elements of 32 bytes each. Null if the length is not a multiple of 32. */
export function toWords(data: Hex): readonly Hex[] | null {
  const count = (data.length - 2) / 64
  if (!Number.isInteger(count)) return null
  return Array.from({ length: count }, (_, index) => toFelt(sliceHex(data, index * 32, index * 32 + 32)))
}

/** Joins field elements to words of 32 bytes. */
export const fromWords = (words: readonly Hex[]): Hex => concatHex(words.map((word) => padHex(word, { size: 32 })))
