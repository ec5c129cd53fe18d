import type { StreamedData } from '@outrigger/api/contract'
import { maxLogAddresses } from '@outrigger/api/internal'
import type { ChainLog, FamilyPool, Head, LogFilter, ProviderPool, Unwatch } from '@outrigger/core'
import { type ChainPool, type WatchedBlock, watchBlocks } from '@outrigger/data'
import type { Hex } from 'viem'
import { toTime } from '../../api/wireAmounts.ts'
import { InvalidParameterError } from '../../errors/serviceError.ts'
import { toEvmAddress } from '../../node/evmAddress.ts'

/** One channel of a chain's stream. */
export type Channel = {
  /** Distinguishes its filter from others. */
  readonly key: string
  /** Whether the last event describes the current state, as a block does. */
  readonly tellsLast: boolean
  readonly start: (emit: (data: object) => void) => Unwatch
}

const isEvm = (pool: ChainPool): pool is ProviderPool => pool.chain.family === 'evm'

/** Lists the channels of a chain. `slots` are the blocks of Solana. */
export function channelsOf({ chain }: ChainPool): readonly string[] {
  if (chain.family === 'evm') return ['newHeads', 'logs']
  return [chain.family === 'solana' ? 'slots' : 'newHeads']
}

/** @throws {InvalidParameterError} the chain does not have the channel, or `params` are invalid for it */
export function toChannel(pool: ChainPool, name: unknown, params: unknown): Channel {
  const names = channelsOf(pool)
  if (typeof name !== 'string' || !names.includes(name))
    throw refuse('channel', `must be one of ${names.join(', ')} on ${pool.chain.name}`)
  if (name === 'logs') return toLogChannel(pool as ProviderPool, params)
  if (params !== undefined) throw refuse('params', `are only for the channel logs, not for ${name}`)
  return {
    key: name,
    tellsLast: true,
    start: (emit) => (isEvm(pool) ? watchHeads(pool, emit) : watchOther(pool, emit)),
  }
}

const watchHeads = (pool: ProviderPool, emit: (data: StreamedData['newHeads']) => void): Unwatch =>
  pool.watchHeads(
    ({ number, hash, parentHash, timestamp, removed }: Head) =>
      emit({ number: Number(number), hash, parent_hash: parentHash, timestamp: toTime(timestamp), removed }),
    // The node itself already listens.
    { emitLast: true },
  )

function watchOther(pool: FamilyPool, emit: (data: StreamedData['newHeads' | 'slots']) => void): Unwatch {
  const isSolana = pool.chain.family === 'solana'
  return watchBlocks(pool, ({ number, hash, parentHash, timestamp, removed }: WatchedBlock) => {
    const block = { hash, parent_hash: parentHash, timestamp: timestamp === null ? null : toTime(timestamp), removed }
    if (isSolana) emit({ slot: Number(number), ...block })
    // Only Solana has blocks without a time.
    else if (block.timestamp !== null) emit({ number: Number(number), ...block, timestamp: block.timestamp })
  })
}

function toLogChannel(pool: ProviderPool, params: unknown): Channel {
  const filter = toLogFilter(params ?? {})
  const start = (emit: (data: object) => void) => pool.watchLogs(filter, (log) => emit(toWireLog(log)))
  return { key: `logs ${JSON.stringify(filter)}`, tellsLast: false, start }
}

const toWireLog = (log: ChainLog): StreamedData['logs'] => ({
  address: log.address,
  topics: log.topics,
  data: log.data,
  block_number: Number(log.blockNumber),
  transaction_hash: log.transactionHash as Hex,
  log_index: Number(log.logIndex),
  removed: log.removed,
})

function toLogFilter(params: unknown): LogFilter {
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    throw refuse('params', 'must be an object with address and topics')
  const unknown = Object.keys(params).find((name) => name !== 'address' && name !== 'topics')
  if (unknown !== undefined) throw refuse(`params.${unknown.slice(0, 64)}`, 'is unknown. Known: address, topics')
  const { address, topics } = params as { readonly address?: unknown; readonly topics?: unknown }
  return {
    ...(address !== undefined && { address: toAddresses(address) }),
    ...(topics !== undefined && { topics: toTopics(topics) }),
  }
}

function toAddresses(value: unknown) {
  const list = Array.isArray(value) ? value : [value]
  if (list.length > maxLogAddresses || list.some((one) => typeof one !== 'string'))
    throw refuse('params.address', `must be an address, or a list of up to ${maxLogAddresses} addresses`)
  const addresses = list.map((one: string) => toEvmAddress(one))
  return Array.isArray(value) ? addresses : (addresses[0] as Hex)
}

/** Parses topics by position: a topic, a list of alternatives, or null for any topic. */
function toTopics(value: unknown): NonNullable<LogFilter['topics']> {
  if (!Array.isArray(value) || value.length > 4) throw refuse('params.topics', 'must be a list of up to four topics')
  return value.map((one) => (one === null ? null : Array.isArray(one) ? one.map(toTopic) : toTopic(one)))
}

function toTopic(value: unknown): Hex {
  if (typeof value !== 'string' || !/^0x[\da-f]{64}$/i.test(value))
    throw refuse('params.topics', 'must be 0x and 64 hexadecimal digits each, or null')
  return value.toLowerCase() as Hex
}

const refuse = (path: string, message: string) => new InvalidParameterError([{ path, message }])
