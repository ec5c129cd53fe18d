import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const attempts = 50

/** Listens on 127.0.0.1; a port given up a moment ago may still be held by somebody's closing socket, so it insists. */
export const listen = async (server: Server, port: number): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, '127.0.0.1', () => {
          server.off('error', reject)
          resolve()
        })
      })
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || attempt === attempts) throw error
      await sleep(100)
    }
  }
}
