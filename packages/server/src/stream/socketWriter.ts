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
  /** Called before a turn's events leave, once for all of them. */
  readonly beforeWrites?: () => void
}

type Connection = {
  readonly socket: Socket
  /** Whether frames may still be written: nothing follows a close frame. */
  readonly isOpen: () => boolean
  /** So many answers wait that the reader must be taken for gone. */
  readonly onStuck: () => void
}

/**
 * Writes to many connections. What comes up in one turn of the event loop leaves at its end, in one write per connection:
 * under load the turns grow longer and the writes fewer. A connection is written to again only when the kernel has taken
 * what was written before; until then at most `bufferedBytes` wait.
 */
export function createSocketWriter({ bufferedBytes, beforeWrites = () => {} }: WriterParts): SocketWriter {
  const counts = { events: 0, dropped: 0 }
  let turn: Turn | undefined

  /** The turn of the event loop that goes on now. */
  function getTurn(): Turn {
    if (turn !== undefined) return turn
    const current: Turn = { empty: createEmptyBatch(), flushes: [] }
    turn = current
    setImmediate(() => {
      turn = undefined
      beforeWrites()
      for (const flush of current.flushes) flush()
    })
    return current
  }

  function open({ socket, isOpen, onStuck }: Connection): Outbox {
    const held = createHeldFrames(bufferedBytes, () => {
      counts.dropped += 1
    })
    let batch: Batch | undefined
    let isWriting = false

    function write(bytes: Buffer): void {
      isWriting = true
      socket.write(bytes, onWritten)
    }
    function onWritten(): void {
      isWriting = false
      if (!held.isEmpty && isOpen()) write(held.takePortion())
    }
    function flush(): void {
      const bytes = batch?.toBuffer()
      batch = undefined
      if (bytes !== undefined && isOpen()) write(bytes)
    }
    function add(frame: Buffer, isEvent: boolean): void {
      if (!isOpen()) return
      if (isWriting || (batch !== undefined && batch.bytes > bufferedBytes)) {
        if (!held.add(frame, isEvent)) onStuck()
      } else if (batch === undefined) {
        const { empty, flushes } = getTurn()
        flushes.push(flush)
        batch = empty.with(frame)
      } else batch = batch.with(frame)
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

type Turn = { readonly empty: Batch; readonly flushes: (() => void)[] }
