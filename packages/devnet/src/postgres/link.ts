import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A connection to a server that can be cut. No data passes while it is cut, and pending data arrives when it is restored. */
export type Link = {
  readonly port: number
  /** Returns the URL of a database through this link. */
  toUrl(database: string): string
  cut(): void
  heal(): void
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Opens a link to the socket of a {@link PostgresCluster}. */
export async function startLink(socketPath: string): Promise<Link> {
  const sockets = new Map<Socket, Socket>()
  let isCut = false
  function add(from: Socket, to: Socket): void {
    sockets.set(from, to)
    if (!isCut) from.pipe(to)
    from
      .on('error', () => {})
      .on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
  }
  const server = createServer((client) => {
    const upstream = connect(socketPath)
    add(client, upstream)
    add(upstream, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const close = async () => {
    for (const socket of sockets.keys()) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return {
    port,
    toUrl(database) {
      const { pathname, username } = new URL(database)
      return `postgres://${username}@127.0.0.1:${port}${pathname}`
    },
    cut() {
      isCut = true
      for (const from of sockets.keys()) from.unpipe()
    },
    heal() {
      isCut = false
      for (const [from, to] of sockets) from.pipe(to)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
