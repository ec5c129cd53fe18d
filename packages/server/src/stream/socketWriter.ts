import type { Socket } from 'node:net'
import { type Batch, createEmptyBatch } from './batch.ts'
import { toFrame } from './frame.ts'
import { createHeldFrames } from './heldFrames.ts'

/** What waits to be written to one connection. */
export type Outbox = {
  /** A message that must arrive: an answer. */
  send(message: object): void
  /** An event, as a frame that others get as well. Dropped, oldest first, where its reader is too slow. */
  push(frame: Buffer): void
}

export type SocketWriter = {
  open(connection: Connection): Outbox
  /** Since the start. */
  readonly counts: { readonly events: number; readonly dropped: number }
}

type WriterParts = {
  readonly bufferedBytes: number
}

type Connection = {
  readonly socket: Socket
  /** Whether frames may still be written: nothing follows a close frame. */
  readonly isOpen: () => boolean
  /** So many answers wait that the reader must be taken for gone. */
  readonly onStuck: () => void
}

/** In a longer turn of the event loop, such as a burst of transactions, what came up first does not wait for its end. */
const longTurnMs = 4
/** So many times as long as the last writes took, a turn is not long yet: to thousands of connections one write must do. */
const writesShare = 4

/**
 * Writes to many connections. What comes up in one turn of the event loop leaves at its end, in one write per connection:
 * under load the turns grow longer and the writes fewer. A connection is written to again only when the kernel has taken
 * what was written before; until then at most `bufferedBytes` wait.
 */
export function createSocketWriter({ bufferedBytes }: WriterParts): SocketWriter {
  const counts = { events: 0, dropped: 0 }
  let turn: Turn | undefined
  let lastWritesMs = 0

  /** The turn of the event loop that goes on now. */
  function getTurn(): Turn {
    if (turn !== undefined) return turn
    turn = { empty: createEmptyBatch(), flushes: [], startedMs: performance.now(), end: setImmediate(endTurn) }
    return turn
  }

  function endTurn(): void {
    const flushes = turn?.flushes ?? []
    clearImmediate(turn?.end)
    turn = undefined
    const startedMs = performance.now()
    for (const flush of flushes) flush()
    lastWritesMs = performance.now() - startedMs
  }

  /** Asked for the first connection only: there may be thousands. */
  const isTurnLong = (flush: () => void) =>
    turn?.flushes[0] === flush && performance.now() - turn.startedMs > Math.max(longTurnMs, writesShare * lastWritesMs)

  function open({ socket, isOpen, onStuck }: Connection): Outbox {
    const held = createHeldFrames(bufferedBytes, () => {
      counts.dropped += 1
    })
    let batch: Batch | undefined
    /** As a rule the kernel takes what is written at once. */
    const isWriting = () => socket.writableLength > 0

    function write(bytes: Buffer): void {
      socket.write(bytes, onWritten)
    }
    function onWritten(): void {
      if (!held.isEmpty && !isWriting() && isOpen()) write(held.takePortion())
    }
    function flush(): void {
      const bytes = batch?.toBuffer()
      batch = undefined
      if (bytes !== undefined && isOpen()) write(bytes)
    }
    function add(frame: Buffer, isEvent: boolean): void {
      if (!isOpen()) return
      if (isWriting() || !held.isEmpty || (batch !== undefined && batch.bytes > bufferedBytes)) {
        if (!held.add(frame, isEvent)) onStuck()
      } else if (batch === undefined) {
        const { empty, flushes } = getTurn()
        flushes.push(flush)
        batch = empty.with(frame)
      } else {
        batch = batch.with(frame)
        if (isTurnLong(flush)) endTurn()
      }
    }

    return {
      send: (message) => add(toFrame(JSON.stringify(message)), false),
      push(frame) {
        counts.events += 1
        add(frame, true)
      },
    }
  }

  return { open, counts }
}

type Turn = {
  readonly empty: Batch
  readonly flushes: (() => void)[]
  readonly startedMs: number
  readonly end: NodeJS.Immediate
}
