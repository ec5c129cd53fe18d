import type { Clock, ProviderPool } from '@outrigger/core'
import type { PoolBook, PoolSnapshot } from '@outrigger/defi/dex'
import { poolTopics, type SnapshotChanges, toSnapshotChanges } from '@outrigger/defi/internal'
import type { MempoolWatcher } from '@outrigger/mempool'
import type { Hex } from 'viem'
import type { MevRecorder } from '../detector/recorder.ts'
import { readLogs } from '../score/readMinedLogs.ts'
import type { RecordedLine } from './recording.ts'
import { createRecordingCodec } from './recordingCodec.ts'

export type RecorderOptions = {
  readonly watcher: Pick<MempoolWatcher, 'on'>
  readonly book: Pick<PoolBook, 'on'>
  readonly pool: Pick<ProviderPool, 'send'>
  readonly clock: Clock
  /** Receives the lines in order, without their line break. */
  readonly write: (line: string) => void
}

/** Records until it is closed. `close` writes the last line. */
export type Recorder = MevRecorder & Disposable & { close(): void }

/** Pools per line, so that lines stay below some megabytes. */
const poolsPerLine = 500

/**
 * Creates a recorder for one detector. It also records what became of transactions, and the pools' logs of each block, with one
 * `eth_getLogs` request per block. `createMevReplay` reads the lines.
 *
 * @example
 * using recorder = createRecorder({ watcher, book, pool, clock, write: (line) => stream.write(`${line}\n`) })
 * await using detector = createMevDetector({ pool, watcher, book, recorder })
 */
export function createRecorder({ watcher, book, pool, clock, write }: RecorderOptions): Recorder {
  const codec = createRecordingCodec()
  const lifetime = new AbortController()
  const { signal } = lifetime
  let pools: PoolSnapshot | null = null
  let lastHash: Hex | null = null

  const put = (line: RecordedLine): void => write(codec.encode(line))

  function putPools(next: PoolSnapshot): void {
    for (const changes of toParts(toSnapshotChanges(next, pools))) put({ kind: 'pools', changes })
    pools = next
  }

  async function putLogs(hash: Hex): Promise<void> {
    const logs = await readLogs(pool, { hash, topics: [poolTopics], signal }).catch(() => null)
    // Without its logs, the findings of the block have no verdict.
    if (logs !== null && !signal.aborted) put({ kind: 'logs', hash, logs })
  }

  function seeBlock(hash: Hex): void {
    // The book emits a block again when more pools are read at it.
    if (hash === lastHash) return
    lastHash = hash
    void putLogs(hash)
  }

  const unwatch = [
    watcher.on('event', (event) => {
      if (event.transition.kind !== 'pending') put({ kind: 'transition', event })
    }),
    book.on('block', ({ hash }) => seeBlock(hash)),
  ]

  function close(): void {
    for (const stop of unwatch.splice(0)) stop()
    if (signal.aborted) return
    lifetime.abort()
    put({ kind: 'end', atMs: clock.now() })
  }

  return {
    start({ chain, settings, pools: first, nextBaseFeePerGas }) {
      putPools(first)
      put({ kind: 'start', version: 1, atMs: clock.now(), chain, settings, block: first.block, nextBaseFeePerGas })
    },
    event(event) {
      if (signal.aborted) return
      const atMs = clock.now()
      if (event.kind !== 'poolBlock') return put({ kind: 'event', atMs, event })
      const { snapshot, ...update } = event.update
      putPools(snapshot)
      put({ kind: 'event', atMs, event: { ...event, update } })
    },
    close,
    [Symbol.dispose]: close,
  }
}

function* toParts({ states, pairs, neighbours }: SnapshotChanges): Iterable<SnapshotChanges> {
  const longest = Math.max(states.length, pairs.length, neighbours.length)
  for (let from = 0; from < longest; from += poolsPerLine) {
    const to = from + poolsPerLine
    yield { states: states.slice(from, to), pairs: pairs.slice(from, to), neighbours: neighbours.slice(from, to) }
  }
}
