import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OutriggerError } from '@outrigger/core'

export class ListenError extends OutriggerError {
  readonly code = 'LISTEN'
  constructor(host: string, port: number, cause: NodeJS.ErrnoException) {
    const reason =
      cause.code === 'EADDRINUSE'
        ? 'something else listens there; choose another port, or 0 for a free one'
        : cause.message
    super(`Cannot listen on ${host}:${port}: ${reason}.`, { cause })
  }
}

export class NodeClosedError extends OutriggerError {
  readonly code = 'NODE_CLOSED'
  constructor() {
    super('The node is closed and listens no more. Create another one.')
  }
}

/** Opens a server. @throws {ListenError} */
export function listenOn(
  server: Server,
  host: string,
  port: number,
): Promise<{ readonly host: string; readonly port: number }> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => reject(new ListenError(host, port, error))
    server.once('error', onError)
    server.listen(port, host, () => {
      server.off('error', onError)
      const address = server.address() as AddressInfo
      // The any-address is no address to connect to.
      const reachable = address.address === '0.0.0.0' ? '127.0.0.1' : address.address === '::' ? '::1' : address.address
      resolve({ host: address.family === 'IPv6' ? `[${reachable}]` : reachable, port: address.port })
    })
  })
}

/** Stops accepting and waits for the requests under way, at most `drainMs`. */
export async function drain(server: Server, drainMs: number): Promise<void> {
  if (!server.listening) return
  const deadline = setTimeout(() => server.closeAllConnections(), drainMs)
  // A kept-alive connection turns idle when its last answer is out, and would stay open.
  const sweep = setInterval(() => server.closeIdleConnections(), 20)
  await new Promise((resolve) => server.close(resolve))
  clearTimeout(deadline)
  clearInterval(sweep)
}
