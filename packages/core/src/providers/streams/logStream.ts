import type { Unwatch } from '../../events/emitter.ts'
import type { ChainLog, Head, LogFilter, ProviderPool } from '../poolTypes.ts'
import { getBlockLogs, type LogQuery, toLogQuery } from './blockLogs.ts'
import { BlockQueue } from './blockQueue.ts'
import { isEmptyBloom } from './bloom.ts'
import { maxGapBlocks } from './branch.ts'
import { createFanOut, type FanOut } from './fanOut.ts'
import { windowSize } from './headFollower.ts'
import type { HeadStream } from './headStream.ts'
import { limit } from './limit.ts'
import { toNormalFilter } from './logFilter.ts'

const parallelBlocks = 4
// Maximum number of blocks that wait for their logs: more than the longest gap. Beyond it the oldest block is given up.
const maxWaiting = maxGapBlocks + windowSize

export type LogStreamOptions = {
  readonly heads: HeadStream
  readonly providers: readonly string[]
  readonly send: ProviderPool['send']
  /** Called when the logs of a block are skipped, because too many later blocks wait for them. */
  readonly onLost: (head: Head) => void
}

type Channel = {
  readonly query: LogQuery
  readonly listeners: FanOut<ChainLog>
  /** Reports a block after its logs were emitted, or emitted as removed. */
  readonly blocks: FanOut<Head>
}

/** A block of the followed branch, and the logs emitted for it. */
type Block = {
  readonly head: Head
  readonly hash: string
  readonly cancel: AbortController
  readonly channels: readonly Channel[]
  logs: ReadonlyMap<LogQuery, readonly ChainLog[]> | undefined
  /** Emitted logs and the marks of their events, in order, by channel. */
  readonly events: Map<Channel, readonly { readonly log: ChainLog; readonly mark: number }[]>
}

export type LogStream = {
  watch(filter: LogFilter, onLog: (log: ChainLog) => void, onBlock?: (head: Head) => void): Unwatch
  close(): void
}

/**
 * Creates a stream of logs from the heads, block by block in the order of the chain. Logs of removed blocks are
 * emitted again as removed, in reverse order. Order, completeness and reorganizations are those of the head stream.
 */
export function createLogStream(options: LogStreamOptions): LogStream {
  const channels = new Map<string, Channel>()
  const blocks = new BlockLogsEmitter(options)
  let unwatchHeads: Unwatch | undefined

  function end(): void {
    unwatchHeads?.()
    unwatchHeads = undefined
    blocks.clear()
  }
  return {
    watch(filter, onLog, onBlock) {
      const normal = toNormalFilter(filter)
      const key = JSON.stringify(normal)
      const channel: Channel = channels.get(key) ?? {
        query: toLogQuery(normal),
        listeners: createFanOut(),
        blocks: createFanOut(),
      }
      channels.set(key, channel)
      const leave = channel.listeners.add(onLog)
      const leaveBlocks = onBlock && channel.blocks.add(onBlock)
      unwatchHeads ??= options.heads.watch((head) =>
        head.removed ? blocks.remove(head) : blocks.add(head, [...channels.values()]),
      )
      return () => {
        leave()
        leaveBlocks?.()
        if (channel.listeners.size > 0 || channels.get(key) !== channel) return
        channels.delete(key)
        if (channels.size === 0) end()
      }
    },
    close() {
      channels.clear()
      end()
    },
  }
}

/** Reads the logs of each block and emits them in the order of the blocks. */
class BlockLogsEmitter {
  readonly #options: LogStreamOptions
  readonly #queue = new BlockQueue<Block>(windowSize, maxWaiting)
  /** Providers that are known to fill the blooms of their headers. */
  readonly #fillsBlooms = new Set<string>()
  readonly #run = limit(parallelBlocks)

  constructor(options: LogStreamOptions) {
    this.#options = options
  }

  add(head: Head, channels: readonly Channel[]): void {
    const cancel = new AbortController()
    const block: Block = { head, hash: head.hash, cancel, channels, logs: undefined, events: new Map() }
    const oldest = this.#queue.push(block)
    if (oldest !== undefined) this.#giveUp(oldest)
    const bloom = head.header['logsBloom']
    if (typeof bloom === 'string' && !isEmptyBloom(bloom)) this.#fillsBlooms.add(head.provider)
    const { providers, send } = this.#options
    const queries = channels.map(({ query }) => query)
    const fillsBlooms = this.#fillsBlooms.has(head.provider)
    const parameters = { head, queries, fillsBlooms, providers, send, signal: cancel.signal }
    this.#run(() => getBlockLogs(parameters), cancel.signal).then(
      (logs) => {
        block.logs = logs
        this.#emitReady()
      },
      () => {},
    )
  }

  /** Emits the logs of a block that a reorganization removed again as removed, in reverse order. */
  remove(head: Head): void {
    const block = this.#queue.remove(head.hash)
    if (block === undefined) return
    block.cancel.abort()
    for (const [{ listeners }, events] of block.events)
      for (const { log, mark } of [...events].reverse()) listeners.emit({ ...log, removed: true }, mark)
    for (const { blocks } of block.channels) blocks.emit(head)
  }

  clear(): void {
    for (const { cancel } of this.#queue.clear()) cancel.abort()
    this.#fillsBlooms.clear()
  }

  #giveUp(block: Block): void {
    block.cancel.abort()
    block.logs = new Map()
    this.#options.onLost(block.head)
    this.#emitReady()
  }

  #emitReady(): void {
    for (let block = this.#queue.next(isRead); block !== undefined; block = this.#queue.next(isRead)) {
      for (const channel of block.channels) {
        const logs = block.logs?.get(channel.query) ?? []
        const events = logs.map((log) => ({ log, mark: channel.listeners.emit(log) }))
        if (events.length > 0) block.events.set(channel, events)
        channel.blocks.emit(block.head)
      }
    }
  }
}

const isRead = ({ logs }: Block): boolean => logs !== undefined
