import type { ChainName } from '../contract/chains.ts'
import type { StreamedData } from '../contract/streamMessages.ts'
import type { StopWatching, WatchParameters } from '../outrigger/outrigger.ts'

type Hex = `0x${string}`

/** A block reported by the stream of a chain. */
export type WatchedBlock = {
  /** Block number, or the slot on Solana. */
  readonly number: bigint
  readonly hash: string
  readonly parentHash: string | null
  /** Unix seconds. Null if the chain reports no time for the block. */
  readonly timestamp: bigint | null
  /** True if a reorg removed this block from the chain after it was reported. */
  readonly removed: boolean
}

/** A log reported by the stream of a chain. */
export type WatchedLog = {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: bigint
  readonly transactionHash: Hex
  readonly logIndex: number
  /** True if a reorg removed the block of this log from the chain after the log was reported. */
  readonly removed: boolean
}

/** Callbacks of a block watch. */
export type BlockWatchParameters = WatchParameters & {
  /** Called with the current block, then with every new block, once and in order. */
  onBlock(block: WatchedBlock): void
}

/** Filter and callbacks of a log watch. */
export type LogWatchParameters = WatchParameters & {
  /** @default any */
  readonly address?: Hex | readonly Hex[]
  /** One entry per topic position: a topic, a list of alternatives, or null for any topic. */
  readonly topics?: readonly (Hex | readonly Hex[] | null)[]
  onLog(log: WatchedLog): void
}

/**
 * Watches of the blocks and logs of a chain. A watch that reconnects within a minute resumes after the last event.
 * Otherwise it calls `onGap` because events may be missing.
 */
export type ChainWatches = {
  /** Watches the blocks of a chain of any family. */
  watchBlocks(chain: ChainName, parameters: BlockWatchParameters): StopWatching
  /** Watches the logs of an EVM chain. */
  watchLogs(chain: ChainName, parameters: LogWatchParameters): StopWatching
}

type Watch = (
  stream: 'chain',
  chain: string,
  wanted: object,
  parameters: WatchParameters,
  onData: (data: never) => void,
) => StopWatching

/** Creates the watches of a chain's stream. Each is one subscription of `watch`. */
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
