import type { Unwatch } from '../../events/emitter.ts'
import type { ChainLog, Head, LogFilter, ProviderPool } from '../poolTypes.ts'
import { getBlockLogs, type LogQuery, toLogQuery } from './blockLogs.ts'
import { isEmptyBloom } from './bloom.ts'
import { maxGapBlocks } from './branch.ts'
import { createFanOut, type FanOut } from './fanOut.ts'
import { type HeadStream, windowSize } from './headStream.ts'
import { limit } from './limit.ts'
import { toNormalFilter } from './logFilter.ts'

const parallelBlocks = 4
// Blocks whose logs nobody gives, while heads still come: more than the longest gap. Beyond it the oldest are given up.
const maxWaiting = maxGapBlocks + windowSize

export type LogStreamOptions = {
  readonly heads: HeadStream
  readonly providers: readonly string[]
  readonly send: ProviderPool['send']
  /** The logs of a block were given up, after its successors had waited for them too long. */
  readonly onLost: (head: Head) => void
}

type Channel = { readonly query: LogQuery; readonly listeners: FanOut<ChainLog> }

/** A block of the branch that is followed, and what was told of it. */
type Entry = {
  readonly head: Head
  readonly cancel: AbortController
  readonly channels: readonly Channel[]
  logs: ReadonlyMap<LogQuery, readonly ChainLog[]> | undefined
  /** By channel, in order: the logs told, and the marks of the events. */
  readonly events: Map<Channel, readonly { readonly log: ChainLog; readonly mark: number }[]>
}

export type LogStream = { watch(filter: LogFilter, onLog: (log: ChainLog) => void): Unwatch; close(): void }

/**
 * Logs as they follow from the heads: block by block in the order of the chain, those of removed blocks taken back in
 * reverse. So order, completeness and reorganisations are those of the head stream.
 */
export function createLogStream({ heads, providers, send, onLost }: LogStreamOptions): LogStream {
  const channels = new Map<string, Channel>()
  const fillsBlooms = new Set<string>()
  const run = limit(parallelBlocks)
  let entries: Entry[] = []
  /** So many of the entries, from the first, have been told. */
  let told = 0
  let unwatchHeads: Unwatch | undefined

  function add(head: Head): void {
    const entry: Entry = {
      head,
      cancel: new AbortController(),
      channels: [...channels.values()],
      logs: undefined,
      events: new Map(),
    }
    entries.push(entry)
    const oldest = entries[told]
    if (entries.length - told > maxWaiting && oldest !== undefined) giveUp(oldest)
    const bloom = head.header['logsBloom']
    if (typeof bloom === 'string' && !isEmptyBloom(bloom)) fillsBlooms.add(head.provider)
    const { signal } = entry.cancel
    const queries = entry.channels.map(({ query }) => query)
    const parameters = { head, queries, fillsBlooms: fillsBlooms.has(head.provider), providers, send, signal }
    run(() => getBlockLogs(parameters), signal).then(
      (logs) => {
        entry.logs = logs
        flush()
      },
      () => {},
    )
  }

  function giveUp(entry: Entry): void {
    entry.cancel.abort()
    entry.logs = new Map()
    onLost(entry.head)
    flush()
  }

  /** Tells the logs of every block whose turn has come. */
  function flush(): void {
    for (let entry = entries[told]; entry?.logs !== undefined; entry = entries[told]) {
      told += 1
      for (const channel of entry.channels) {
        const logs = entry.logs.get(channel.query) ?? []
        if (logs.length === 0) continue
        entry.events.set(
          channel,
          logs.map((log) => ({ log, mark: channel.listeners.emit(log) })),
        )
      }
    }
    const excess = told - windowSize
    if (excess <= 0) return
    entries = entries.slice(excess)
    told = windowSize
  }

  function remove({ hash }: Head): void {
    const entry = entries.at(-1)
    if (entry?.head.hash !== hash) return
    entries.pop()
    told = Math.min(told, entries.length)
    entry.cancel.abort()
    for (const [{ listeners }, events] of entry.events)
      for (const { log, mark } of [...events].reverse()) listeners.emit({ ...log, removed: true }, mark)
  }

  function end(): void {
    unwatchHeads?.()
    unwatchHeads = undefined
    for (const { cancel } of entries) cancel.abort()
    entries = []
    told = 0
    fillsBlooms.clear()
  }

  return {
    watch(filter, onLog) {
      const normal = toNormalFilter(filter)
      const key = JSON.stringify(normal)
      const channel = channels.get(key) ?? { query: toLogQuery(normal), listeners: createFanOut<ChainLog>() }
      channels.set(key, channel)
      const leave = channel.listeners.add(onLog)
      unwatchHeads ??= heads.watch((head) => (head.removed ? remove(head) : add(head)))
      return () => {
        leave()
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
