import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type Lane, openConnection, type PlainConnection } from './connection.ts'
import { createWriteQueue } from './writeQueue.ts'

type Parts = Omit<Lane, 'isClosing' | 'enqueueWrite' | 'giveToNode'> & { readonly server: Server }

/**
 * Reads plain requests without Node's HTTP parser. A plain request is a POST of known length on a kept-alive connection whose
 * head and body arrive in one chunk. At the first byte of anything else, Node's server takes over the connection for good, with
 * all its limits and errors. The same code handles the request either way.
 */
export function createFastLane({ server, ...parts }: Parts): { close(drainMs: number): void } {
  const [accept] = server.listeners('connection') as ((socket: Socket) => void)[]
  const open = new Map<Socket, PlainConnection>()
  let closing = false

  const lane: Lane = {
    ...parts,
    isClosing: () => closing,
    enqueueWrite: createWriteQueue(),
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

  return {
    close(drainMs) {
      closing = true
      for (const [socket, { isBusy }] of open) if (!isBusy) socket.end()
      setTimeout(() => {
        for (const socket of open.keys()) socket.destroy()
      }, drainMs).unref()
    },
  }
}
