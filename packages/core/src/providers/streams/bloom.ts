import { type Hex, hexToBytes, keccak256 } from 'viem'
import { createBoundedMap } from '../../cache/boundedMap.ts'
import type { Head, LogFilter } from '../poolTypes.ts'

/** Cache of bits, because the same addresses and topics recur in every block and hashing them is expensive. */
const knownBits = createBoundedMap<Hex, readonly number[]>(20_000)

/**
 * Returns the bits that a value sets in a bloom of 2048 bits: yellow paper (29)-(31), M3:2048. Bits are counted from
 * the lowest.
 */
function toBits(value: Hex): readonly number[] {
  const known = knownBits.get(value)
  if (known !== undefined) return known
  const hash = keccak256(hexToBytes(value), 'bytes')
  const bits = [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047)
  knownBits.set(value, bits)
  return bits
}

/** A filter as bits of a bloom. In every group, all bits of at least one member must be set. */
export type BloomTest = readonly (readonly (readonly number[])[])[]

export function toBloomTest({ address, topics = [] }: LogFilter): BloomTest {
  return [address, ...topics]
    .map((group) => (group === undefined || group === null ? [] : [group].flat()))
    .filter((group) => group.length > 0)
    .map((group) => group.map((value) => toBits(value as Hex)))
}

/**
 * Returns whether a bloom (hex, 256 bytes) may contain a match of the test. If the result is false, there is
 * certainly no match.
 */
export function mayContain(bloom: string, test: BloomTest): boolean {
  return test.every((group) => group.some((bits) => bits.every((bit) => hasBit(bloom, bit))))
}

// The digits follow `0x`, the highest bit first.
function hasBit(bloom: string, bit: number): boolean {
  const digit = Number.parseInt(bloom.charAt(2 + 511 - (bit >> 2)), 16)
  return ((digit >> (bit & 3)) & 1) === 1
}

type BloomLog = { readonly address: Hex; readonly topics: readonly Hex[] }

/** Returns the bloom of logs as a number: `BigInt` of the bloom in a receipt or header. */
export function computeBloom(logs: readonly BloomLog[]): bigint {
  let bloom = 0n
  for (const { address, topics } of logs)
    for (const value of [address, ...topics]) for (const bit of toBits(value)) bloom |= 1n << BigInt(bit)
  return bloom
}

/** Returns whether the logs of a block set every bit of its bloom. If not, some logs are missing. */
export function coversBloom(bloom: string, logs: readonly BloomLog[]): boolean {
  const values = new Set(logs.flatMap(({ address, topics }) => [address, ...topics]))
  const bits = new Set([...values].flatMap(toBits))
  for (let bit = 0; bit < 2048; bit += 1) if (hasBit(bloom, bit) && !bits.has(bit)) return false
  return true
}

/**
 * Returns the bloom of a head. Null if the bloom is missing or malformed. Some chains and providers leave all blooms
 * empty. So an empty bloom also counts as missing if more than 21000 gas (one transfer without code) was used, unless
 * the provider is known to fill blooms.
 */
export function toBloom({ header }: Head, fillsBlooms: boolean): string | null {
  const bloom = header['logsBloom']
  if (typeof bloom !== 'string' || !/^0x[0-9a-f]{512}$/i.test(bloom)) return null
  const isTelling = fillsBlooms || !isEmptyBloom(bloom) || Number(header['gasUsed']) <= 21_000
  return isTelling ? bloom : null
}

export const isEmptyBloom = (bloom: string) => /^0x0*$/.test(bloom)
