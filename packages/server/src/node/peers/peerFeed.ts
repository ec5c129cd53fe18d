import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { hostname } from 'node:os'
import type { PendingSighting } from '@outrigger/core'
import { isProof } from './secret.ts'

type Snapshot = () => Iterable<PendingSighting>

/** Serves the pending transactions that this node watches to the other nodes. */
export type PeerFeed = {
  /** `host:port` for the other nodes. */
  readonly address: string
  /** Makes a chain available, starting with its pending transactions. @returns functions to report further ones and to close */
  open(chain: string, snapshot: Snapshot): { tell(sighting: PendingSighting): void; close(): void }
  close(): Promise<void>
}

type Parts = {
  readonly host: string
  readonly port: number
  readonly address: string | undefined
  readonly secret: string
}

/** A follower that reads too slowly is disconnected. It starts again with the pending transactions. */
const maxBufferedBytes = 16 * 1024 * 1024
const questionMs = 5000
const maxLineBytes = 1024

/**
 * Speaks lines of JSON over TCP: a challenge, the follower's proof and chain, then one line per sighting.
 * @param address for the other nodes, if it is not the host's own name
 */
export async function openPeerFeed({ host, port, address, secret }: Parts): Promise<PeerFeed> {
  const chains = new Map<string, { readonly snapshot: Snapshot; readonly followers: Set<Socket> }>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket
      .on('error', () => {})
      .on('close', () => {
        sockets.delete(socket)
        for (const { followers } of chains.values()) followers.delete(socket)
      })
    ask(socket)
  })

  function ask(socket: Socket): void {
    const question = randomBytes(16).toString('base64url')
    send(socket, { question })
    socket.setTimeout(questionMs, () => socket.destroy())
    let text = ''
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part
      if (text.length > maxLineBytes) socket.destroy()
      else if (text.includes('\n')) {
        socket.removeAllListeners('data').resume()
        admit(socket, question, text)
      }
    })
  }
  function admit(socket: Socket, question: string, text: string): void {
    const { chain = '', proof } = parse(text)
    const feed = chains.get(String(chain))
    if (feed === undefined || !isProof(proof, secret, question, String(chain))) return void socket.destroy()
    socket.setTimeout(0)
    feed.followers.add(socket)
    for (const sighting of feed.snapshot()) send(socket, sighting)
    send(socket, { live: true })
  }
  server.listen(port, host)
  await once(server, 'listening')
  const own = server.address() as AddressInfo
  const isAnywhere = own.address === '0.0.0.0' || own.address === '::'
  return {
    address: address ?? `${isAnywhere ? hostname() : own.address}:${own.port}`,
    open(chain, snapshot) {
      const followers = new Set<Socket>()
      chains.set(chain, { snapshot, followers })
      return {
        tell(sighting) {
          for (const socket of followers) send(socket, sighting)
        },
        close() {
          chains.delete(chain)
          for (const socket of followers) socket.destroy()
        },
      }
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(socket: Socket, message: object): void {
  if (socket.writableLength > maxBufferedBytes) socket.destroy()
  else socket.write(`${JSON.stringify(message)}\n`)
}

/** Parses a line to an object. Returns an empty object if the line is invalid. */
export function parse(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
