import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Exchange } from '../exchange.ts'
import { createBurst } from './burst.ts'
import { type Lane, openConnection, type PlainConnection } from './connection.ts'
import { createResponseWriter } from './plainResponse.ts'

export type FastLaneParts = Pick<Lane, 'serve' | 'toLines' | 'onAnswered' | 'keepAliveMs' | 'maxBodyBytes'> & {
  /** Called before answers leave, once for those that leave together. */
  readonly beforeWrites: () => void
  readonly server: Server
}

/**
 * Answers plain requests without Node's HTTP machinery, which costs more than everything else a relay does: a POST whose
 * head and body arrive in one piece, of known length, on a kept-alive connection. At the first byte of anything else the
 * connection is Node's for good, with all its limits and refusals.
 */
export function createFastLane({ server, ...parts }: FastLaneParts): { close(drainMs: number): void } {
  const [accept] = server.listeners('connection') as ((socket: Socket) => void)[]
  const open = new Map<Socket, PlainConnection>()
  let closing = false

  const lane: Lane = {
    ...parts,
    ...createBurstWithLines(parts),
    toText: createResponseWriter(parts.keepAliveMs),
    isClosing: () => closing,
    giveToNode(socket, chunk) {
      open.delete(socket)
      accept?.call(server, socket)
      socket.emit('data', chunk)
    },
  }
  const onConnection = (socket: Socket) => {
    open.set(socket, openConnection(socket, lane))
    socket.on('close', () => open.delete(socket))
  }
  server.off('connection', accept as (socket: Socket) => void).on('connection', onConnection)

  // One timer for all: one of each socket would be moved with every request and every answer.
  const idleTimer = setInterval(() => {
    const sinceMs = performance.now() - parts.keepAliveMs
    for (const connection of open.values()) connection.closeIdle(sinceMs)
  }, parts.keepAliveMs / 15).unref()

  return {
    close(drainMs) {
      closing = true
      clearInterval(idleTimer)
      for (const [socket, { isBusy }] of open) if (!isBusy) socket.end()
      setTimeout(() => {
        for (const socket of open.keys()) socket.destroy()
      }, drainMs).unref()
    },
  }
}

/** Answers of one caller that leave together say the same of its limits, which is written once. */
function createBurstWithLines({ beforeWrites, toLines }: Pick<FastLaneParts, 'beforeWrites' | 'toLines'>) {
  const written = new Map<Exchange['key'], string>()
  const burst = createBurst(() => {
    written.clear()
    beforeWrites()
  })
  return {
    burst,
    toLines(exchange: Exchange): string {
      const known = written.get(exchange.key)
      if (known !== undefined) return known
      const lines = toLines(exchange)
      written.set(exchange.key, lines)
      return lines
    },
  }
}
