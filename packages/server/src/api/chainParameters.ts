import type { Fault } from '@outrigger/api/contract'
import type { BlockId, BlockReference, ChainPool } from '@outrigger/data'
import type { Hex } from 'viem'
import { InvalidParameterError } from '../errors/serviceError.ts'
import { toEvmAddress } from '../node/evmAddress.ts'

const refuse = (fault: Fault) => new InvalidParameterError([fault])
export const isNumber = (block: string | undefined): block is string => block !== undefined && block !== 'latest'

/** Parses a decimal or hexadecimal number, a hash, or a tag. */
function toBlockId(block: string): BlockId {
  if (/^0x[\da-f]{64}$/i.test(block)) return block.toLowerCase() as Hex
  if (/^(?:\d{1,15}|0x[\da-f]{1,13})$/i.test(block)) return BigInt(block)
  if (['latest', 'safe', 'finalized', 'earliest'].includes(block)) return block as 'latest'
  throw refuse({ path: 'params.block', message: 'must be a block number or a hash of 0x and 64 hexadecimal digits' })
}

export function toHash(hash: string, path: string): Hex {
  if (!/^0x[\da-f]{64}$/i.test(hash)) throw refuse({ path, message: 'must be 0x and 64 hexadecimal digits' })
  return hash.toLowerCase() as Hex
}

/** Parses topics by position. An empty entry between commas matches any topic. */
function toTopics(list: string): readonly (Hex | null)[] {
  const topics = list.split(',').map((topic) => topic.trim())
  if (topics.length > 4) throw refuse({ path: 'query.topics', message: 'has more than four topics' })
  return topics.map((topic) => (topic === '' ? null : toHash(topic, 'query.topics')))
}

// Readers of the other families validate the formats of their own chains.
const isEvm = ({ chain }: ChainPool) => chain.family === 'evm'

export const toAddressOf = (pool: ChainPool, address: string): string => (isEvm(pool) ? toEvmAddress(address) : address)
/** Parses event keys. Those of other families are shorter, and there may be more of them. */
export function toTopicsOf(pool: ChainPool, list: string): readonly (Hex | null)[] {
  if (isEvm(pool)) return toTopics(list)
  return list.split(',').map((topic) => {
    const key = topic.trim()
    if (key !== '' && !/^0x[\da-f]{1,64}$/i.test(key))
      throw refuse({ path: 'query.topics', message: 'must be 0x and up to 64 hexadecimal digits each' })
    return key === '' ? null : (key as Hex)
  })
}

export const toHashOf = (pool: ChainPool, hash: string): string => (isEvm(pool) ? toHash(hash, 'params.hash') : hash)
export function toBlockOf(pool: ChainPool, block: string): BlockReference {
  if (isEvm(pool)) return toBlockId(block)
  return /^\d{1,15}$/.test(block) ? BigInt(block) : block
}
