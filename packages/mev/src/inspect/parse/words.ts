import type { Address, Hex } from 'viem'

// Words of 32 bytes in hex. A word that is not there, or is no hex, reads as zero: hostile data gives odd amounts, no errors.

const hexDigits = /^[\da-fA-F]+$/

/** The word `index` of data that begins at `start` characters: 2 after `0x`, 10 after a selector. */
function digits(data: string, index: number, start: number): string {
  const from = start + index * 64
  return data.slice(from, from + 64)
}

function toUint(text: string): bigint {
  return text !== '' && hexDigits.test(text) ? BigInt(`0x${text}`) : 0n
}

/** An unsigned word of a log's data. */
export const uintAt = (data: Hex, index: number): bigint => toUint(digits(data, index, 2))

/** A signed word of a log's data, two's complement. */
export const intAt = (data: Hex, index: number): bigint => BigInt.asIntN(256, uintAt(data, index))

/** An address in a log's data. */
export const addressAt = (data: Hex, index: number): Address => toWordAddress(digits(data, index, 2))

/** An unsigned argument of a call. */
export const argumentUint = (input: Hex, index: number): bigint => toUint(digits(input, index, 10))

/** A signed argument of a call. */
export const argumentInt = (input: Hex, index: number): bigint => BigInt.asIntN(256, argumentUint(input, index))

/** An address among the arguments of a call. */
export const argumentAddress = (input: Hex, index: number): Address => toWordAddress(digits(input, index, 10))

/** A word among the arguments of a call. */
export const argumentWord = (input: Hex, index: number): Hex => `0x${digits(input, index, 10)}`

/** The address in an indexed topic. */
export function topicAddress(topic: Hex | undefined): Address {
  return topic === undefined ? zeroAddress : (`0x${topic.slice(26).toLowerCase()}` as Address)
}

/** A signed number in an indexed topic, such as a tick. */
export const topicInt = (topic: Hex | undefined): bigint =>
  topic === undefined ? 0n : BigInt.asIntN(256, toUint(topic.slice(2)))

export const zeroAddress: Address = '0x0000000000000000000000000000000000000000'

const toWordAddress = (word: string): Address =>
  word.length === 64 ? (`0x${word.slice(24).toLowerCase()}` as Address) : zeroAddress
