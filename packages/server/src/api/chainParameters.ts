import type { Fault } from '@outrigger/api/contract'
import type { BlockId } from '@outrigger/data'
import type { Hex } from 'viem'
import { InvalidParameterError } from '../node/serviceError.ts'

const refuse = (fault: Fault) => new InvalidParameterError([fault])
export const isNumber = (block: string | undefined): block is string => block !== undefined && block !== 'latest'

/** A number in decimals or hexadecimal, a hash, or a tag. */
export function toBlockId(block: string): BlockId {
  if (/^0x[\da-f]{64}$/i.test(block)) return block.toLowerCase() as Hex
  if (/^(?:\d{1,15}|0x[\da-f]{1,13})$/i.test(block)) return BigInt(block)
  if (['latest', 'safe', 'finalized', 'earliest'].includes(block)) return block as 'latest'
  throw refuse({ path: 'params.block', message: 'must be a block number or a hash of 0x and 64 hexadecimal digits' })
}

export function toHash(hash: string, path: string): Hex {
  if (!/^0x[\da-f]{64}$/i.test(hash)) throw refuse({ path, message: 'must be 0x and 64 hexadecimal digits' })
  return hash.toLowerCase() as Hex
}

/** By position; nothing between two commas stands for any topic. */
export function toTopics(list: string): readonly (Hex | null)[] {
  const topics = list.split(',').map((topic) => topic.trim())
  if (topics.length > 4) throw refuse({ path: 'query.topics', message: 'has more than four topics' })
  return topics.map((topic) => (topic === '' ? null : toHash(topic, 'query.topics')))
}
