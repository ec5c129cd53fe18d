import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import type { PendingSighting } from '@outrigger/core'
import { parse } from './peerFeed.ts'
import { toProof } from './secret.ts'

type Parts = {
  readonly address: string
  readonly chain: string
  readonly secret: string
  readonly onSighting: (sighting: PendingSighting) => void
  /** What is pending was reported, and all that comes will be. */
  readonly onLive: () => void
  /** It ended, or never began. */
  readonly onEnd: () => void
}

const connectMs = 2000
/** Of a peer whose machine is gone, which no packet announces. */
const keepAliveMs = 1000

/** Follows the pending transactions of a chain at another node. @returns what ends it */
export function followPeer({ address, chain, secret, onSighting, onLive, onEnd }: Parts): () => void {
  const [, host = '', port] = /^(.*):(\d+)$/.exec(address) ?? []
  const socket = connect({ host, port: Number(port ?? 0) })
  socket.setTimeout(connectMs, () => socket.destroy()).setKeepAlive(true, keepAliveMs)
  socket.on('error', () => {}).on('close', onEnd)
  const lines = createInterface({ input: socket })
  // They repeat the socket's errors.
  lines.on('error', () => {})
  lines.on('line', (line) => {
    const message = parse(line)
    if (typeof message['question'] === 'string') {
      const proof = toProof(secret, message['question'], chain)
      socket.write(`${JSON.stringify({ chain, proof })}\n`)
    } else if (message['live'] === true) {
      socket.setTimeout(0)
      onLive()
    } else if (typeof message['hash'] === 'string') onSighting(message as PendingSighting)
  })
  return () => {
    socket.off('close', onEnd)
    socket.destroy()
  }
}
