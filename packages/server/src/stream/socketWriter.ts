import type { Socket } from 'node:net'
import { type Batch, createEmptyBatch } from './batch.ts'
import { toFrame } from './frame.ts'

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

type Connection = {
  readonly socket: Socket
  /** Whether frames may still be written: nothing follows a close frame. */
  readonly isOpen: () => boolean
  /** So many answers wait that the reader must be taken for gone. */
  readonly onStuck: () => void
}

type Held = { readonly frame: Buffer; readonly isEvent: boolean }

// Of what a slow reader has not taken yet, this much is handed to the kernel at once.
const portionBytes = 65_536

/**
 * Writes to many connections. Whatever comes up in one turn of the event loop leaves at its end, in one write per
 * connection: under load the turns grow longer and the writes fewer. A connection is written to again only when the
 * kernel has taken what was written before; until then at most `maxHeldBytes` wait, and what is dropped is told with
 * `lagged`.
 */
export function createSocketWriter({ bufferedBytes: maxHeldBytes }: { readonly bufferedBytes: number }): SocketWriter {
  const counts = { events: 0, dropped: 0 }
  let empty = createEmptyBatch()
  let due: (() => void)[] = []

  function schedule(flush: () => void): void {
    if (due.push(flush) === 1) setImmediate(flushAll)
  }
  function flushAll(): void {
    const flushes = due
    due = []
    empty = createEmptyBatch()
    for (const flush of flushes) flush()
  }

  function open({ socket, isOpen, onStuck }: Connection): Outbox {
    let batch: Batch | undefined
    let held: Held[] = []
    let heldBytes = 0
    let dropped = 0
    let isWriting = false

    function write(bytes: Buffer): void {
      isWriting = true
      socket.write(bytes, written)
    }
    function written(): void {
      isWriting = false
      if (held.length > 0 && isOpen()) write(takePortion())
    }
    function flush(): void {
      const bytes = batch?.toBuffer()
      batch = undefined
      if (bytes !== undefined && isOpen()) write(bytes)
    }

    function add(frame: Buffer, isEvent: boolean): void {
      if (!isOpen()) return
      if (isWriting || (batch !== undefined && batch.bytes > maxHeldBytes)) return void hold(frame, isEvent)
      if (batch === undefined) schedule(flush)
      batch = (batch ?? empty).with(frame)
    }

    function hold(frame: Buffer, isEvent: boolean): void {
      held.push({ frame, isEvent })
      heldBytes += frame.length
      while (heldBytes > maxHeldBytes) {
        const oldest = held.findIndex((one) => one.isEvent)
        // Nothing but answers that nobody reads.
        if (oldest === -1) return void onStuck()
        heldBytes -= held[oldest]?.frame.length ?? 0
        held.splice(oldest, 1)
        dropped += 1
        counts.dropped += 1
      }
    }

    function takePortion(): Buffer {
      const portion = dropped > 0 ? [toFrame(JSON.stringify({ type: 'lagged', dropped }))] : []
      dropped = 0
      let bytes = 0
      let taken = 0
      for (; taken < held.length && bytes < portionBytes; taken += 1) {
        const frame = held[taken]?.frame
        if (frame === undefined) break
        portion.push(frame)
        bytes += frame.length
      }
      heldBytes -= bytes
      held = held.slice(taken)
      return Buffer.concat(portion)
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
