import type { Hex } from 'viem'

const wordLength = 64
const hex = /^0x[0-9a-f]*$/i

/** The 32-byte words of a log's data; null unless it has at least `count` of them. */
export function toLogWords(data: Hex, count: number): readonly bigint[] | null {
  if (data.length < 2 + count * wordLength || !hex.test(data)) return null
  return Array.from({ length: count }, (_, index) =>
    BigInt(`0x${data.slice(2 + index * wordLength, 2 + (index + 1) * wordLength)}`),
  )
}

/** A signed integer of ABI encoding: its sign fills the word. */
export const toSigned = (word: bigint) => BigInt.asIntN(256, word)

/** Whether a topic is a word of 32 bytes, as all are that a contract emits. */
export const isWord = (topic: Hex) => topic.length === 2 + wordLength && hex.test(topic)

/** A signed integer in an indexed topic, such as a tick. */
export const toSignedTopic = (topic: Hex) => Number(toSigned(BigInt(topic)))
