import {
  type ChainLog,
  type ChainName,
  type ChainProfile,
  chains,
  OutriggerError,
  type ProviderPool,
} from '@outrigger/core'
import { createBoundedMap, createEmitter } from '@outrigger/core/internal'
import type { PoolBook } from '@outrigger/defi/dex'
import { createSnapshotCopy } from '@outrigger/defi/internal'
import type { MempoolEvents, MempoolWatcher } from '@outrigger/mempool'
import { type Address, custom, type Hex, type Transport } from 'viem'
import type { MevDetector } from '../detector/detectorTypes.ts'
import type { DetectorEvent } from '../detector/events.ts'
import { createState } from '../detector/state.ts'
import type { DetectorSettings } from '../detector/toTerms.ts'
import { createPlayer } from './player.ts'
import type { RecordedEvent, RecordedLine } from './recording.ts'
import { createRecordingCodec } from './recordingCodec.ts'
import { isSimulationResult, type SkippedSimulation } from './skipped.ts'

type Start = Extract<RecordedLine, { readonly kind: 'start' }>

type ArchivePool = Pick<ProviderPool, 'send' | 'transport'>

export type MevReplayOptions = {
  /** Settings that replace the recorded ones. */
  readonly settings?: Partial<DetectorSettings>
  /** Ignores the recorded results of simulations, so that the findings show what pool math alone finds. @default false */
  readonly ignoreSimulations?: boolean
  /** Opens a pool that simulates liquidations and copied calls on the states of old blocks. Without one they have no verdict. */
  readonly openPool?: (chain: ChainName) => Promise<ArchivePool | null>
}

/**
 * A recording, played through the detector. `detector`, `watcher`, `book` and `pool` have the parts that a score keeper and a feed of
 * findings use, with the times of the recording.
 */
export type MevReplay = {
  readonly chain: ChainProfile
  readonly settings: DetectorSettings
  readonly detector: Pick<MevDetector, 'chain' | 'on' | 'findings' | 'terms'>
  readonly watcher: Pick<MempoolWatcher, 'on' | 'get'>
  readonly book: Pick<PoolBook, 'on' | 'snapshot'>
  readonly pool: Pick<ProviderPool, 'send' | 'chain'> & { readonly transport: Transport }
  /** The recorded time of the current line, Unix ms. */
  readonly clock: { now(): number }
  /**
   * Plays the recording. `afterBlock` is awaited after each block, for example until its findings are scored.
   *
   * @throws {InvalidRecordingError}
   */
  run(options?: { readonly afterBlock?: () => Promise<void>; readonly signal?: AbortSignal }): Promise<ReplaySummary>
}

export type ReplaySummary = {
  readonly blocks: number
  readonly transactions: number
  /** Recorded time, ms. */
  readonly durationMs: number
  /** False if the recording ends without its last line, for example because the process was killed. */
  readonly isComplete: boolean
  readonly skipped: readonly SkippedSimulation[]
}

/** The recording is damaged, or another version wrote it. */
export class InvalidRecordingError extends OutriggerError {
  readonly code = 'INVALID_RECORDING'
}

/** Number of blocks whose logs are available for outcomes. */
const keptLogs = 64

/**
 * Opens a recording of `createRecorder` and reads it up to the detector's first event. The same events give the same findings in
 * the same order.
 *
 * @throws {InvalidRecordingError}
 * @example
 * const replay = await createMevReplay(lines)
 * replay.detector.on('found', ({ type, estimatedProfit }) => consider(type, estimatedProfit))
 * const { isComplete, skipped } = await replay.run()
 */
export async function createMevReplay(
  lines: AsyncIterable<string>,
  { settings: changed, ignoreSimulations = false, openPool = async () => null }: MevReplayOptions = {},
): Promise<MevReplay> {
  const reader = readRecording(lines)
  const { start, copy } = await readStart(reader)
  const { chain: name, nextBaseFeePerGas } = start
  const [chain, pool] = [chains[name], await openPool(name)]
  const settings = { ...start.settings, ...changed }
  const player = createPlayer(createState(settings, name, copy.take(start.block), nextBaseFeePerGas))
  const mempool = createEmitter<MempoolEvents>()
  const logs = createBoundedMap<Hex, readonly ChainLog[]>(keptLogs)
  let nowMs = start.atMs

  function toEvent(event: RecordedEvent): DetectorEvent {
    if (event.kind !== 'poolBlock') return event
    const { number, hash, timestamp } = event.update
    return { ...event, update: { ...event.update, snapshot: copy.take({ number, hash, timestamp }) } }
  }

  function read(line: RecordedLine): void {
    if ('atMs' in line) nowMs = line.atMs
    if (line.kind === 'pools') copy.apply(line.changes)
    else if (line.kind === 'logs') logs.set(line.hash, line.logs)
    else if (line.kind === 'transition') mempool.emit('event', line.event)
    else if (line.kind === 'event') {
      const event = toEvent(line.event)
      if (!(ignoreSimulations && isSimulationResult(event))) player.play(event)
    }
  }

  async function run({ afterBlock, signal }: Parameters<MevReplay['run']>[0] = {}): Promise<ReplaySummary> {
    let isComplete = false
    for await (const line of reader) {
      signal?.throwIfAborted()
      read(line)
      isComplete = line.kind === 'end'
      if (line.kind === 'event' && line.event.kind === 'poolBlock') await afterBlock?.()
    }
    return { ...player.summarize(), durationMs: nowMs - start.atMs, isComplete }
  }

  return {
    chain,
    settings,
    detector: { chain: name, ...player.detector },
    watcher: { on: mempool.on, get: player.get },
    book: player.book,
    pool: createRecordedPool(chain, (hash) => logs.get(hash), pool),
    clock: { now: () => nowMs },
    run,
  }
}

/** Reads up to the line `start`. */
async function readStart(reader: AsyncIterator<RecordedLine>) {
  const before: Extract<RecordedLine, { readonly kind: 'pools' }>[] = []
  for (;;) {
    const { value: line, done } = await reader.next()
    if (done) throw new InvalidRecordingError('The recording has no first line of the kind "start". Record again.')
    if (line.kind === 'pools') before.push(line)
    else if (line.kind === 'start') return { start: checkStart(line), copy: toCopy(line, before) }
    else throw new InvalidRecordingError(`The recording begins with "${line.kind}" instead of "start".`)
  }
}

function checkStart(start: Start): Start {
  if (start.version !== 1)
    throw new InvalidRecordingError(`Version ${String(start.version)} of the recording is unknown. Update Outrigger.`)
  if (!Object.hasOwn(chains, start.chain))
    throw new InvalidRecordingError(`The recording is of an unknown chain, "${String(start.chain)}".`)
  return start
}

function toCopy({ chain }: Start, lines: readonly Extract<RecordedLine, { readonly kind: 'pools' }>[]) {
  const copy = createSnapshotCopy(chain)
  for (const { changes } of lines) copy.apply(changes)
  return copy
}

/** A damaged last line is left out, because the process was killed while it wrote the line. */
async function* readRecording(lines: AsyncIterable<string>): AsyncGenerator<RecordedLine, undefined> {
  const codec = createRecordingCodec()
  let number = 0
  let damage: InvalidRecordingError | null = null
  for await (const text of lines) {
    if (damage !== null) throw damage
    number += 1
    try {
      yield toLine(codec.decode(text), number)
    } catch (cause) {
      if (cause instanceof InvalidRecordingError) throw cause
      // A file of another kind, such as Parquet, has no JSON in its first line.
      if (number === 1) throw toForeignLine(number, cause)
      damage = new InvalidRecordingError(`Line ${number} of the recording is damaged.`, { cause })
    }
  }
}

function toLine(value: unknown, number: number): RecordedLine {
  if (typeof value === 'object' && value !== null && 'kind' in value) return value as RecordedLine
  throw toForeignLine(number)
}

function toForeignLine(number: number, cause?: unknown): InvalidRecordingError {
  const message = `Line ${number} is not part of a recording. Give a file that \`mev watch --record\` wrote, or --chain for the transactions of another mempool.`
  return new InvalidRecordingError(message, { cause })
}

/** Answers requests for the logs of a block from the recording, and others with the given pool. */
function createRecordedPool(
  chain: ChainProfile,
  find: (hash: Hex) => readonly ChainLog[] | undefined,
  pool: ArchivePool | null,
): MevReplay['pool'] {
  const refuse = async () => Promise.reject(new NotRecordedError())
  const send: ProviderPool['send'] = async (request, options) => {
    const [filter] = (request.params ?? []) as readonly { blockHash?: Hex; address?: readonly Address[] }[]
    const logs = request.method === 'eth_getLogs' && filter?.blockHash ? find(filter.blockHash) : undefined
    if (logs === undefined) return pool ? pool.send(request, options) : refuse()
    const of = new Set(filter?.address)
    const result = logs.filter(({ address }) => of.has(address.toLowerCase() as Address))
    return { result } as never
  }
  return { chain, send, transport: pool?.transport ?? custom({ request: refuse }, { retryCount: 0 }) }
}

class NotRecordedError extends OutriggerError {
  readonly code = 'NOT_RECORDED'

  constructor() {
    super('The recording does not have this data. Pass a provider of old states.')
  }
}
