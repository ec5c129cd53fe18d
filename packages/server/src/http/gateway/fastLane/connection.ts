import { maxHeaderSize, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { toRequestId } from '../../failure.ts'
import { type Exchange, type ExchangeParts, toAnswerHeaders } from '../exchange.ts'
import { BodyTooLargeError } from '../gatewayErrors.ts'
import { type PlainHead, toPlainHead } from './plainHead.ts'

/** Settings shared by all connections of the fast lane. */
export type Lane = ExchangeParts & {
  readonly handle: (exchange: Exchange) => void
  readonly keepAliveMs: number
  readonly isClosing: () => boolean
  /** Runs a write together with those of other connections. */
  readonly enqueueWrite: (write: () => void) => void
  /** Passes a connection to Node's server, as if it had just been opened with these bytes. */
  readonly giveToNode: (socket: Socket, chunk: Buffer) => void
}

export type PlainConnection = {
  /** Whether a request waits for its answer. */
  readonly isBusy: boolean
}

// A request with one call fits into one segment. Larger requests gain nothing here.
const maxPlainBytes = 65_536
const headEnd = '\r\n\r\n'

/** Serves a connection, one request at a time, for as long as its requests are plain. */
export function openConnection(socket: Socket, lane: Lane): PlainConnection {
  const read = createRequestReader()
  const connection = { isBusy: false }
  socket.setTimeout(lane.keepAliveMs)
  socket.on('data', onData).on('end', onEnd).on('timeout', onTimeout).on('error', onError)

  function onData(chunk: Buffer): void {
    // The request is pipelined, so it waits until the previous answer is sent.
    if (connection.isBusy) {
      socket.pause()
      return void socket.unshift(chunk)
    }
    const request = read(chunk)
    if (request === null) return void giveToNode(chunk)
    connection.isBusy = true
    lane.handle(createExchange(request))
  }

  function createExchange({ head, body }: PlainRequest): Exchange {
    const { method, url, headers } = head
    let isAnswered = false
    return {
      request: { method, url, headers, socket },
      requestId: toRequestId(headers['x-request-id']),
      startedAtMs: performance.now(),
      route: 'unmatched',
      key: undefined,
      readBody: (maxBytes, done) => done(body.length > maxBytes ? new BodyTooLargeError(maxBytes) : body),
      send(status, text, further = [], bytes = Buffer.byteLength(text ?? '')) {
        if (isAnswered) return
        isAnswered = true
        const head = toHead(status, toAnswerHeaders(this, lane, text, further, bytes), lane.keepAliveMs)
        // ASCII text has the same bytes in both, and V8 copies Latin-1 faster than it encodes UTF-8.
        const encoding = bytes === (text ?? '').length ? 'latin1' : 'utf8'
        lane.enqueueWrite(() => {
          if (!socket.writable) return
          write(head + (text ?? ''), encoding)
          lane.onAnswered(this, status)
        })
      },
    }
  }

  function write(text: string, encoding: 'latin1' | 'utf8'): void {
    connection.isBusy = false
    const hasRoom = socket.write(text, encoding)
    if (lane.isClosing()) socket.end()
    else if (hasRoom) socket.resume()
    // Backpressure: stops reading until the client has read.
    else socket.pause().once('drain', () => socket.resume())
  }

  function giveToNode(chunk: Buffer): void {
    socket.off('data', onData).off('end', onEnd).off('timeout', onTimeout).off('error', onError)
    socket.setTimeout(0)
    lane.giveToNode(socket, chunk)
  }

  function onEnd(): void {
    socket.end()
  }
  function onTimeout(): void {
    if (!connection.isBusy) socket.destroy()
  }
  function onError(): void {
    socket.destroy()
  }
  return connection
}

type PlainRequest = { readonly head: PlainHead; readonly body: Buffer }

/** Returns a function that reads a request that arrived whole, in one chunk, or returns null. It parses a repeated head once. */
function createRequestReader(): (chunk: Buffer) => PlainRequest | null {
  let headBytes: Buffer | undefined
  let head: PlainHead | null = null
  return (chunk) => {
    if (chunk.length > maxPlainBytes) return null
    if (headBytes === undefined || !startsWith(chunk, headBytes)) {
      const end = chunk.indexOf(headEnd)
      if (end === -1 || end > maxHeaderSize) return null
      head = toPlainHead(chunk.toString('latin1', 0, end))
      // A copy, because a chunk may be part of a larger buffer.
      headBytes = Buffer.from(chunk.subarray(0, end + headEnd.length))
    }
    if (head === null || chunk.length !== headBytes.length + head.bodyBytes) return null
    return { head, body: chunk.subarray(headBytes.length) }
  }
}

function startsWith(chunk: Buffer, start: Buffer): boolean {
  return chunk.length >= start.length && chunk.compare(start, 0, start.length, 0, start.length) === 0
}

/** Formats the head of an answer exactly as Node's server does. */
function toHead(status: number, headers: readonly string[], keepAliveMs: number): string {
  let lines = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  for (let index = 0; index < headers.length; index += 2) lines += `${headers[index]}: ${headers[index + 1]}\r\n`
  return `${lines}Date: ${toDate(Date.now())}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keepAliveMs / 1000}\r\n\r\n`
}

let formatted = { second: 0, text: '' }

/** Formats the time as HTTP does, once per second. */
function toDate(nowMs: number): string {
  const second = Math.floor(nowMs / 1000)
  if (second !== formatted.second) formatted = { second, text: new Date(nowMs).toUTCString() }
  return formatted.text
}
