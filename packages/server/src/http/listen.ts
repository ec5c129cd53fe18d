import type { Server } from 'node:http'
import type { AddressInfo, Server as NetServer } from 'node:net'
import { ListenError } from '../node/nodeErrors.ts'

/** The address of a server for clients. IPv6 is in brackets. */
export type Address = { readonly host: string; readonly port: number }

/** Starts to listen. @throws {ListenError} */
export function listenOn(server: NetServer, host: string, port: number): Promise<Address> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => reject(new ListenError(host, port, error))
    server.once('error', onError)
    server.listen(port, host, () => {
      server.off('error', onError)
      const address = server.address() as AddressInfo
      // Clients cannot connect to the wildcard address.
      const reachable = address.address === '0.0.0.0' ? '127.0.0.1' : address.address === '::' ? '::1' : address.address
      resolve({ host: address.family === 'IPv6' ? `[${reachable}]` : reachable, port: address.port })
    })
  })
}

/** Stops accepting connections and waits up to `drainMs` for running requests. */
export async function drain(server: Server, drainMs: number): Promise<void> {
  if (!server.listening) return
  const deadline = setTimeout(() => server.closeAllConnections(), drainMs)
  // A kept-alive connection becomes idle after its last answer and would otherwise stay open.
  const sweep = setInterval(() => server.closeIdleConnections(), 20)
  await new Promise((resolve) => server.close(resolve))
  clearTimeout(deadline)
  clearInterval(sweep)
}
