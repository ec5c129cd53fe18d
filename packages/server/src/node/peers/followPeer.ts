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
  /** Called when the pending transactions have been reported and new ones will follow. */
  readonly onLive: () => void
  /** Called when the connection ends or fails to open. */
  readonly onEnd: () => void
}

const connectMs = 2000
/** Detects a peer whose machine is gone, because no packet announces that. */
const keepAliveMs = 1000

/** Follows the pending transactions of a chain at another node. @returns a function that stops it */
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
