import type { StreamedData } from '../contract/streamMessages.ts'
import type { StopWatching, WatchParameters } from '../outrigger/outrigger.ts'

type Hex = `0x${string}`

/** A block as a chain's stream reports it. */
export type WatchedBlock = {
  /** Of Solana its slot. */
  readonly number: bigint
  readonly hash: string
  readonly parentHash: string | null
  /** Unix seconds. */
  readonly timestamp: bigint | null
  /** True when a reorganisation has taken this block, reported before, out of the chain. */
  readonly removed: boolean
}

/** A log as a chain's stream reports it. */
export type WatchedLog = {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: bigint
  readonly transactionHash: Hex
  readonly logIndex: number
  /** True when a reorganisation has taken its block, and so this log, reported before, out of the chain. */
  readonly removed: boolean
}

/** What a block watch is given. */
export type BlockWatchParameters = WatchParameters & {
  /** The present block, then every one once and in order. */
  onBlock(block: WatchedBlock): void
}

/** Filter and callbacks of a log watch. */
export type LogWatchParameters = WatchParameters & {
  /** @default any */
  readonly address?: Hex | readonly Hex[]
  /** By position: a topic, several of which any will do, or null for any. */
  readonly topics?: readonly (Hex | readonly Hex[] | null)[]
  onLog(log: WatchedLog): void
}

/**
 * Blocks and logs of a chain, as they come. After a lost connection a watch goes on where it was, if it is back within a minute;
 * otherwise `onGap` says that something is missing.
 */
export type ChainWatches = {
  /** Blocks of a chain of any family. */
  watchBlocks(chain: string, parameters: BlockWatchParameters): StopWatching
  /** Logs of an EVM chain. */
  watchLogs(chain: string, parameters: LogWatchParameters): StopWatching
}

type Watch = (
  stream: 'chain',
  chain: string,
  wanted: object,
  parameters: WatchParameters,
  onData: (data: never) => void,
) => StopWatching

/** The watches of a chain's stream, each a subscription of `watch`. */
export function createChainWatches(watch: Watch): ChainWatches {
  return {
    watchBlocks(chain, parameters) {
      const channel = chain === 'solana' ? 'slots' : 'newHeads'
      return watch('chain', chain, { channel }, parameters, (data: StreamedData['newHeads' | 'slots']) =>
        parameters.onBlock(toBlock(data)),
      )
    },
    watchLogs(chain, parameters) {
      const { address, topics } = parameters
      const params = { ...(address && { address }), ...(topics && { topics }) }
      return watch('chain', chain, { channel: 'logs', params }, parameters, (data: StreamedData['logs']) =>
        parameters.onLog(toLog(data)),
      )
    },
  }
}

const toBlock = (data: StreamedData['newHeads' | 'slots']): WatchedBlock => ({
  number: BigInt('slot' in data ? data.slot : data.number),
  hash: data.hash,
  parentHash: data.parent_hash,
  removed: data.removed,
  timestamp: data.timestamp === null ? null : BigInt(Date.parse(data.timestamp) / 1000),
})

const toLog = (data: StreamedData['logs']): WatchedLog => ({
  address: data.address as Hex,
  topics: data.topics as Hex[],
  data: data.data as Hex,
  blockNumber: BigInt(data.block_number),
  transactionHash: data.transaction_hash as Hex,
  logIndex: data.log_index,
  removed: data.removed,
})
