import type { Hex } from 'viem'

const wordLength = 64

/** The 32-byte words of a log's data; null unless it has at least `count` of them. */
export function toLogWords(data: Hex, count: number): readonly bigint[] | null {
  if (data.length < 2 + count * wordLength) return null
  return Array.from({ length: count }, (_, index) =>
    BigInt(`0x${data.slice(2 + index * wordLength, 2 + (index + 1) * wordLength)}`),
  )
}

/** A signed integer of ABI encoding: its sign fills the word. */
export const toSigned = (word: bigint) => BigInt.asIntN(256, word)

/** A signed integer in an indexed topic, such as a tick. */
export const toSignedTopic = (topic: Hex) => Number(toSigned(BigInt(topic)))
