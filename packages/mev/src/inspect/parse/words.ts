import type { Address, Hex } from 'viem'

// Words are 32 bytes in hex. Missing or malformed words read as zero, so that hostile data yields odd amounts but no errors.

const hexDigits = /^[\da-fA-F]+$/

/** Returns word `index` of the data. `start` is the number of skipped characters: 2 after `0x`, 10 after a selector. */
function digits(data: string, index: number, start: number): string {
  const from = start + index * 64
  return data.slice(from, from + 64)
}

function toUint(text: string): bigint {
  return text !== '' && hexDigits.test(text) ? BigInt(`0x${text}`) : 0n
}

/** Returns an unsigned word of a log's data. */
export const uintAt = (data: Hex, index: number): bigint => toUint(digits(data, index, 2))

/** Returns a signed word (two's complement) of a log's data. */
export const intAt = (data: Hex, index: number): bigint => BigInt.asIntN(256, uintAt(data, index))

/** Returns an address in a log's data. */
export const addressAt = (data: Hex, index: number): Address => toWordAddress(digits(data, index, 2))

/** Returns an unsigned argument of a call. */
export const argumentUint = (input: Hex, index: number): bigint => toUint(digits(input, index, 10))

/** Returns a signed argument of a call. */
export const argumentInt = (input: Hex, index: number): bigint => BigInt.asIntN(256, argumentUint(input, index))

/** Returns an address argument of a call. */
export const argumentAddress = (input: Hex, index: number): Address => toWordAddress(digits(input, index, 10))

/** Returns an argument of a call as a word. */
export const argumentWord = (input: Hex, index: number): Hex => `0x${digits(input, index, 10)}`

/** Returns the address in an indexed topic. */
export function topicAddress(topic: Hex | undefined): Address {
  return topic === undefined ? zeroAddress : (`0x${topic.slice(26).toLowerCase()}` as Address)
}

/** Returns the signed number in an indexed topic, e.g. a tick. */
export const topicInt = (topic: Hex | undefined): bigint =>
  topic === undefined ? 0n : BigInt.asIntN(256, toUint(topic.slice(2)))

export const zeroAddress: Address = '0x0000000000000000000000000000000000000000'

const toWordAddress = (word: string): Address =>
  word.length === 64 ? (`0x${word.slice(24).toLowerCase()}` as Address) : zeroAddress
