import { type IncomingHttpHeaders, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ApiKey } from '../../../access/keyring.ts'
import { toRequestId } from '../../failure.ts'
import { type Exchange, jsonType, type OnAnswered } from '../exchange.ts'

/** The head of a plain request; the same object for as long as a connection repeats it. */
export type PlainHead = {
  readonly chain: string
  readonly headers: IncomingHttpHeaders
  readonly socket: Socket
  readonly bodyBytes: number
  /** Room for whoever verifies it: what was found, and until when that holds. */
  key: ApiKey | undefined
  keyUntilMs: number
}

type Parts = {
  readonly server: Server
  readonly serve: (exchange: Exchange, head: PlainHead, body: string) => void
  readonly onAnswered: OnAnswered
  readonly keepAliveMs: number
  readonly maxBodyBytes: number
}

// A bot's request: it fits into one segment. Larger ones gain nothing here.
const maxPlainBytes = 65_536
// Answers that are ready in one turn of the event loop leave together, so that reading is not interleaved with writing.
const maxBurst = 12

/**
 * Answers plain requests without Node's HTTP machinery, which costs more than everything else a relay does: a POST
 * whose head and body arrive in one piece, of known length, on a kept-alive connection. At the first byte of anything
 * else the connection is Node's for good, with all its limits and refusals; nothing is guessed here.
 */
export function createFastLane({ server, serve, onAnswered, keepAliveMs, maxBodyBytes }: Parts): {
  close(drainMs: number): void
} {
  const [accept] = server.listeners('connection') as ((socket: Socket) => void)[]
  const open = new Map<Socket, { busy: boolean }>()
  const keepAlive = `connection: keep-alive\r\nkeep-alive: timeout=${keepAliveMs / 1000}\r\n\r\n`
  let closing = false
  let inFlight = 0

  const outgoing: (() => void)[] = []
  let flushing: NodeJS.Immediate | undefined
  function flush(): void {
    clearImmediate(flushing)
    flushing = undefined
    for (const write of outgoing.splice(0)) write()
  }
  /** Answers to many callers leave together: waking one after the other costs more than writing to all. */
  function later(write: () => void): void {
    flushing ??= inFlight > 0 ? setImmediate(flush) : undefined
    if (outgoing.push(write) >= maxBurst || flushing === undefined) flush()
  }

  function onConnection(socket: Socket): void {
    const state = { busy: false }
    let lastText = ''
    let last: PlainHead | null = null
    open.set(socket, state)
    socket.setNoDelay(true)
    socket.setTimeout(keepAliveMs)
    socket.on('data', onData).on('end', onEnd).on('timeout', onTimeout).on('error', onError)
    socket.on('close', () => open.delete(socket))

    function onData(chunk: Buffer): void {
      const end = state.busy || chunk.length > maxPlainBytes ? -1 : chunk.indexOf('\r\n\r\n')
      if (end === -1) return void handOver(chunk)
      const text = chunk.toString('latin1', 0, end)
      if (text !== lastText) {
        last = toPlainHead(text, socket)
        lastText = text
      }
      if (last === null || last.bodyBytes > maxBodyBytes || chunk.length !== end + 4 + last.bodyBytes)
        return void handOver(chunk)
      state.busy = true
      inFlight += 1
      serve(createExchange(last), last, chunk.toString('utf8', end + 4))
    }

    function createExchange({ headers }: PlainHead): Exchange {
      const requestId = toRequestId(headers['x-request-id'])
      let answered = false
      return {
        requestId,
        startedAtMs: performance.now(),
        route: 'rpc',
        send(status, text, more = []) {
          if (answered) return
          answered = true
          inFlight -= 1
          later(() => {
            write(status, text, requestId, more)
            onAnswered(this, status)
          })
        },
      }
    }

    function write(status: number, text: string | null, requestId: string, more: readonly string[]): void {
      state.busy = false
      const bytes = text === null ? 0 : Buffer.byteLength(text)
      const response = toResponse(status, text, bytes, requestId, more)
      const hasRoom = socket.write(response, 'utf8')
      if (closing || socket.readableEnded) socket.end()
      else if (hasRoom) {
        if (socket.isPaused()) socket.resume()
      }
      // Who does not read its answers is not read either.
      else socket.pause().once('drain', () => socket.resume())
    }

    /** Gives the connection to Node's server, as if it had just been opened. */
    function handOver(chunk: Buffer): void {
      // It asks before it is answered: its turn comes when the answer is out.
      if (state.busy) {
        socket.pause()
        return void socket.unshift(chunk)
      }
      open.delete(socket)
      socket.off('data', onData).off('end', onEnd).off('timeout', onTimeout).off('error', onError)
      socket.setTimeout(0)
      accept?.call(server, socket)
      socket.emit('data', chunk)
    }

    function onEnd(): void {
      if (!state.busy) socket.end()
    }
    function onTimeout(): void {
      if (!state.busy) socket.destroy()
    }
    function onError(): void {
      socket.destroy()
    }
  }

  function toResponse(
    status: number,
    text: string | null,
    bytes: number,
    requestId: string,
    more: readonly string[],
  ): string {
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
    if (text !== null) head += `content-type: ${jsonType}\r\ncontent-length: ${bytes}\r\n`
    head += `x-request-id: ${requestId}\r\n`
    for (let index = 0; index < more.length; index += 2) head += `${more[index]}: ${more[index + 1]}\r\n`
    return `${head}date: ${getDate()}\r\n${keepAlive}${text ?? ''}`
  }

  server.off('connection', accept as (socket: Socket) => void).on('connection', onConnection)
  return {
    close(drainMs) {
      closing = true
      for (const [socket, { busy }] of open) if (!busy) socket.end()
      setTimeout(() => {
        for (const socket of open.keys()) socket.destroy()
      }, drainMs).unref()
    },
  }
}

const requestLine = /^POST \/([a-z0-9]+)\/rpc HTTP\/1\.1$/
// Without more blanks around a value than are usual, so that no line takes longer than its length to refuse.
const field = /^([!#$%&'*+.^_`|~\w-]+): ?((?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?)$/
const needed = new Set([
  ...['x-api-key', 'authorization', 'x-request-id', 'host'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'],
])
// What changes how a request is read, or what becomes of its connection; and what only browsers send.
const special = new Set([
  ...['transfer-encoding', 'expect', 'upgrade', 'trailer', 'te', 'content-encoding'],
  ...['origin', 'sec-fetch-site'],
])

/** Null for a head that is not plain. */
function toPlainHead(text: string, socket: Socket): PlainHead | null {
  const [first = '', ...lines] = text.split('\r\n')
  const chain = requestLine.exec(first)?.[1]
  if (chain === undefined) return null
  const headers: Record<string, string> = {}
  let bodyBytes: number | undefined
  let hosts = 0
  for (const line of lines) {
    const [, name = '', value = ''] = field.exec(line) ?? []
    const key = name.toLowerCase()
    if (key === '' || special.has(key)) return null
    if (key === 'connection' && value.toLowerCase() !== 'keep-alive') return null
    if (key === 'host') hosts += 1
    if (key === 'content-length') {
      if (bodyBytes !== undefined || !/^\d{1,6}$/.test(value)) return null
      bodyBytes = Number(value)
    }
    if (!needed.has(key)) continue
    if (headers[key] !== undefined) return null
    headers[key] = value
  }
  if (bodyBytes === undefined || hosts !== 1) return null
  return { chain, headers, socket, bodyBytes, key: undefined, keyUntilMs: 0 }
}

let date = ''
let dateUntilMs = 0

function getDate(): string {
  const now = Date.now()
  if (now >= dateUntilMs) {
    date = new Date(now).toUTCString()
    dateUntilMs = (Math.floor(now / 1000) + 1) * 1000
  }
  return date
}
