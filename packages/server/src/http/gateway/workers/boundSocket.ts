import net, { type AddressInfo } from 'node:net'
import { getSystemErrorName } from 'node:util'
import { ListenError } from '../../../node/nodeErrors.ts'
import { type Address, listenOn } from '../../listen.ts'

/** A socket with an address, which this process keeps and does not accept connections on. */
export type BoundSocket = Address & { readonly fd: number; close(): void }

type Handle = { readonly fd: number; close(): void }
/** What Node's own cluster binds with. Nothing documented binds without accepting connections as well. */
const { _createServerHandle: createHandle } = net as unknown as {
  _createServerHandle(address: string, port: number, family: 4 | 6): Handle | number
}

/**
 * Binds an address for other processes to listen on. It stays taken while they are exchanged.
 *
 * @throws {ListenError}
 */
export async function bindSocket(host: string, port: number): Promise<BoundSocket> {
  // A server of the usual kind finds the address, a free port where any will do, and what is wrong with them.
  const probe = net.createServer((socket) => socket.destroy())
  const reachable = await listenOn(probe, host, port)
  const { address, family, port: found } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  const handle = createHandle(address, found, family === 'IPv6' ? 6 : 4)
  if (typeof handle !== 'number') return { ...reachable, fd: handle.fd, close: () => handle.close() }
  const code = getSystemErrorName(handle)
  throw new ListenError(host, found, { name: 'Error', message: code, code })
}
