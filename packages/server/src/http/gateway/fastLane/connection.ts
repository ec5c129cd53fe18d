import { maxHeaderSize } from 'node:http'
import type { Socket } from 'node:net'
import { toRequestId } from '../../failure.ts'
import type { Exchange, OnAnswered } from '../exchange.ts'
import type { Burst } from './burst.ts'
import { type PlainHead, toPlainHead } from './plainHead.ts'
import type { PlainResponse, WrittenResponse } from './plainResponse.ts'

/** What all connections of the fast lane have in common. */
export type Lane = {
  readonly serve: (exchange: Exchange, head: PlainHead, body: string) => void
  readonly onAnswered: OnAnswered
  readonly toText: (response: PlainResponse) => WrittenResponse
  /** What an answer that leaves now says of its caller's limits, as lines of its head. */
  readonly toLines: (exchange: Exchange) => string
  readonly burst: Burst
  readonly keepAliveMs: number
  readonly maxBodyBytes: number
  readonly isClosing: () => boolean
  /** Gives a connection to Node's server, as if it had just been opened with these bytes. */
  readonly giveToNode: (socket: Socket, chunk: Buffer) => void
}

export type PlainConnection = {
  /** Whether a request waits for its answer. */
  readonly isBusy: boolean
  /** Closes it where nothing has been asked, answered or taken on it since then. */
  closeIdle(sinceMs: number): void
}

// A bot's request fits into one segment. Larger ones gain nothing here.
const maxPlainBytes = 65_536
const headEnd = '\r\n\r\n'

/** Serves a connection for as long as its requests are plain, one at a time. */
export function openConnection(socket: Socket, lane: Lane): PlainConnection {
  const read = createRequestReader(socket, lane.maxBodyBytes)
  let usedMs = performance.now()
  const connection = {
    isBusy: false,
    closeIdle(sinceMs: number) {
      if (!connection.isBusy && !socket.writableNeedDrain && usedMs < sinceMs) socket.destroy()
    },
  }
  socket.setNoDelay(true)
  socket.on('data', onData).on('end', onEnd).on('timeout', onTimeout).on('error', onError)

  function onData(chunk: Buffer): void {
    // Pipelined: it waits until the answer before it is out.
    if (connection.isBusy) {
      socket.pause()
      return void socket.unshift(chunk)
    }
    const request = read(chunk)
    if (request === null) return void leave(chunk)
    connection.isBusy = true
    lane.serve(createExchange(request.head), request.head, request.body)
  }

  function createExchange({ headers }: PlainHead): Exchange {
    const requestId = toRequestId(headers['x-request-id'])
    let isAnswered = false
    return {
      requestId,
      startedAtMs: performance.now(),
      route: 'rpc',
      key: undefined,
      send(status, text, headers = [], bytes = Buffer.byteLength(text ?? '')) {
        if (isAnswered) return
        isAnswered = true
        lane.burst.answer((nowMs) => {
          usedMs = nowMs
          write({ status, text, bytes, requestId, lines: lane.toLines(this), headers })
          lane.onAnswered(this, status, nowMs)
        })
      },
    }
  }

  function write(response: PlainResponse): void {
    connection.isBusy = false
    const { text, encoding } = lane.toText(response)
    const hasRoom = socket.write(text, encoding)
    if (!hasRoom) awaitDrain()
    if (lane.isClosing() || socket.readableEnded) socket.end()
    else if (hasRoom && socket.isPaused()) socket.resume()
  }

  /** Backpressure: stops reading until the client has read; one that takes nothing for as long as an idle one is closed. */
  function awaitDrain(): void {
    socket.pause().setTimeout(lane.keepAliveMs)
    socket.once('drain', () => {
      usedMs = performance.now()
      socket.resume().setTimeout(0)
    })
  }

  function leave(chunk: Buffer): void {
    socket.off('data', onData).off('end', onEnd).off('timeout', onTimeout).off('error', onError)
    lane.giveToNode(socket, chunk)
  }

  function onEnd(): void {
    if (!connection.isBusy) socket.end()
  }
  function onTimeout(): void {
    if (!connection.isBusy) socket.destroy()
  }
  function onError(): void {
    socket.destroy()
  }
  return connection
}

type PlainRequest = { readonly head: PlainHead; readonly body: string }

/** Reads a request that arrived whole, in one piece; null for anything else. A repeated head is parsed once. */
function createRequestReader(socket: Socket, maxBodyBytes: number): (chunk: Buffer) => PlainRequest | null {
  let headBytes: Buffer | undefined
  let head: PlainHead | null = null
  return (chunk) => {
    if (chunk.length > maxPlainBytes) return null
    if (headBytes === undefined || !startsWith(chunk, headBytes)) {
      const end = chunk.indexOf(headEnd)
      if (end === -1 || end > maxHeaderSize) return null
      head = toPlainHead(chunk.toString('latin1', 0, end), socket)
      // A copy, since a chunk may be a part of a larger buffer.
      headBytes = Buffer.from(chunk.subarray(0, end + headEnd.length))
    }
    const { length } = headBytes
    if (head === null || head.bodyBytes > maxBodyBytes || chunk.length !== length + head.bodyBytes) return null
    return { head, body: chunk.toString('utf8', length) }
  }
}

function startsWith(chunk: Buffer, start: Buffer): boolean {
  return chunk.length >= start.length && chunk.compare(start, 0, start.length, 0, start.length) === 0
}
