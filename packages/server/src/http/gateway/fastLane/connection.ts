import type { Socket } from 'node:net'
import { toRequestId } from '../../failure.ts'
import type { Exchange } from '../exchange.ts'
import type { Burst } from './burst.ts'
import { type PlainHead, toPlainHead } from './plainHead.ts'
import type { PlainResponse, WrittenResponse } from './plainResponse.ts'

/** What all connections of the fast lane have in common. */
export type Lane = {
  readonly serve: (exchange: Exchange, head: PlainHead, body: string) => void
  readonly onAnswered: (exchange: Exchange, status: number) => void
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

export type PlainConnection = { readonly isBusy: boolean }

// A bot's request fits into one segment. Larger ones gain nothing here.
const maxPlainBytes = 65_536

/** Serves a connection for as long as its requests are plain, one at a time. */
export function openConnection(socket: Socket, lane: Lane): PlainConnection {
  const read = createRequestReader(socket, lane.maxBodyBytes)
  const connection = { isBusy: false }
  socket.setNoDelay(true)
  socket.setTimeout(lane.keepAliveMs)
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
      send(status, text, headers = []) {
        if (isAnswered) return
        isAnswered = true
        lane.burst.answer(() => {
          write({ status, text, requestId, lines: lane.toLines(this), headers })
          lane.onAnswered(this, status)
        })
      },
    }
  }

  function write(response: PlainResponse): void {
    connection.isBusy = false
    const { text, encoding } = lane.toText(response)
    const hasRoom = socket.write(text, encoding)
    if (lane.isClosing() || socket.readableEnded) socket.end()
    else if (!hasRoom)
      // Backpressure: stop reading until the client drains.
      socket.pause().once('drain', () => socket.resume())
    else if (socket.isPaused()) socket.resume()
  }

  function leave(chunk: Buffer): void {
    socket.off('data', onData).off('end', onEnd).off('timeout', onTimeout).off('error', onError)
    socket.setTimeout(0)
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
  let lastText = ''
  let last: PlainHead | null = null
  return (chunk) => {
    const end = chunk.length > maxPlainBytes ? -1 : chunk.indexOf('\r\n\r\n')
    if (end === -1) return null
    const text = chunk.toString('latin1', 0, end)
    if (text !== lastText) {
      last = toPlainHead(text, socket)
      lastText = text
    }
    if (last === null || last.bodyBytes > maxBodyBytes || chunk.length !== end + 4 + last.bodyBytes) return null
    return { head: last, body: chunk.toString('utf8', end + 4) }
  }
}
