import { once } from 'node:events'
import type { Server } from 'node:http'
import { retry } from '@outrigger/core/internal'

/** Listens on 127.0.0.1. Retries, because a closing socket may still use a port that was just closed. */
export const listen = (server: Server, port: number): Promise<void> =>
  retry(
    async () => {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    {
      minDelayMs: 100,
      tries: 50,
      shouldRetry: (error) => (error as NodeJS.ErrnoException).code === 'EADDRINUSE',
    },
  )

/** Stops listening and closes open connections. */
export async function stop(server: Server): Promise<void> {
  const stopped = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await stopped
}
