import type { Address, Hex } from 'viem'

const wordLength = 64
const hex = /^0x[0-9a-f]*$/i

/** Returns the first `count` 32-byte words of a log's data, or null if the data is shorter. */
export function toLogWords(data: Hex, count: number): readonly bigint[] | null {
  if (data.length < 2 + count * wordLength || !hex.test(data)) return null
  return Array.from({ length: count }, (_, index) =>
    BigInt(`0x${data.slice(2 + index * wordLength, 2 + (index + 1) * wordLength)}`),
  )
}

/** Returns the words of the list whose offset is in word `slot`, or null if it is malformed or has more than `maxItems` items. */
export function toLogList(data: Hex, slot: number, maxItems: number, wordsPerItem = 1): readonly bigint[] | null {
  const start = Number((toLogWords(data, slot + 1)?.[slot] ?? 0n) / 32n)
  if (start <= 0 || start > 256) return null
  const length = toLogWords(data, start + 1)?.[start]
  if (length === undefined || length > maxItems) return null
  return toLogWords(data, start + 1 + Number(length) * wordsPerItem)?.slice(start + 1) ?? null
}

/** Returns the signed integer in an ABI word, which is sign-extended to 256 bits. */
export const toSigned = (word: bigint) => BigInt.asIntN(256, word)

/** Returns whether a topic is a 32-byte word. Contracts only emit such topics; a provider may return others. */
export const isWord = (topic: Hex) => topic.length === 2 + wordLength && hex.test(topic)

/** Returns the signed integer in an indexed topic, such as a tick. */
export const toSignedTopic = (topic: Hex) => Number(toSigned(BigInt(topic)))

/** Returns the address in a word. */
export const toAddress = (word: bigint): Address => `0x${BigInt.asUintN(160, word).toString(16).padStart(40, '0')}`
/** Returns the address in an indexed topic. */
export const toTopicAddress = (topic: Hex): Address => `0x${topic.slice(-40).toLowerCase()}`
