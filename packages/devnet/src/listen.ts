import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
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

/** Listens on 127.0.0.1 until `close()` or until the signal aborts. Closing ends open connections. */
export async function serve(
  server: Server,
  { port = 0, signal }: { readonly port?: number; readonly signal?: AbortSignal | undefined } = {},
) {
  await listen(server, port)
  const close = async (): Promise<void> => {
    signal?.removeEventListener('abort', close)
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  signal?.addEventListener('abort', close, { once: true })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close, [Symbol.asyncDispose]: close }
}
