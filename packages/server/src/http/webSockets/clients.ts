import type { Clock } from '@outrigger/core'
import type { WebSocket } from 'ws'
import type { ApiKey, Keyring } from '../../access/keyring.ts'

/** An open WebSocket and its key. */
export type Client = {
  readonly webSocket: WebSocket
  readonly kind: string
  readonly key: ApiKey
  readonly ip: string
  /** When its credential expires. `Infinity` for never. */
  readonly expiresAtMs: number
}

type Parts = { readonly keyring: Keyring; readonly clock: Clock; readonly pingIntervalMs: number }

export type Clients = {
  readonly size: number
  add(client: Client): void
  count(matches: (client: Client) => boolean): number
  close(): void
}

const credentialCheckMs = 1000

/** Tracks open WebSockets. Closes a socket when its peer stops answering pings or its credential expires or is revoked. */
export function createClients({ keyring, clock, pingIntervalMs }: Parts): Clients {
  const clients = new Set<Client>()
  /** Clients that have answered the last ping. */
  const alive = new WeakSet<Client>()
  const pingTimer = setInterval(ping, pingIntervalMs)
  const credentialTimer = setInterval(() => void closeExpired().catch(() => {}), credentialCheckMs)
  for (const timer of [pingTimer, credentialTimer]) timer.unref()

  function ping(): void {
    for (const client of clients) {
      // A paused socket does not read pongs, so it stays open.
      if (!alive.delete(client) && !client.webSocket.isPaused) client.webSocket.terminate()
      client.webSocket.ping()
    }
  }

  async function closeExpired(): Promise<void> {
    const checked = new Map<string, boolean>()
    for (const { key, ip, webSocket, expiresAtMs } of clients) {
      const name = `${key.id} ${ip}`
      const isValid = checked.get(name) ?? (await keyring.find(key.id, ip)) !== undefined
      checked.set(name, isValid)
      if (!isValid || expiresAtMs <= clock.now()) webSocket.close(1008, 'authentication required')
    }
  }

  return {
    get size() {
      return clients.size
    },
    add(client) {
      const { webSocket } = client
      const markAlive = () => void alive.add(client)
      clients.add(client)
      markAlive()
      webSocket.on('error', () => webSocket.terminate()).on('close', () => clients.delete(client))
      webSocket.on('pong', markAlive).on('message', markAlive)
    },
    count: (matches) => [...clients].filter(matches).length,
    close() {
      clearInterval(pingTimer)
      clearInterval(credentialTimer)
      for (const { webSocket } of clients) webSocket.close(1001, 'the node is closing')
    },
  }
}
