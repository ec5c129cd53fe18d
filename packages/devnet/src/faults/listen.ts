import { once } from 'node:events'
import type { Server } from 'node:http'
import { retry } from '@outrigger/core/internal'

/** Listens on 127.0.0.1. A port that was closed a moment ago may still be held by a closing socket: it is tried again. */
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

/** Stops listening and ends what is open. */
export async function stop(server: Server): Promise<void> {
  const stopped = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await stopped
}
