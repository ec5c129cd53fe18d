import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import type { FaultBehaviour } from './fault.ts'
import { createFrameLane, type FrameHandler } from './frameLane.ts'
import { getFaultyAnswer, toRpcMessage } from './rpc.ts'
import type { FaultTarget } from './target.ts'

export type WebSocketRelay = {
  /** Applies a fault that is switched on while the socket is open. */
  apply(behaviour: FaultBehaviour): void
  terminate(): void
}

const maxBufferedBytes = 64 * 1024 * 1024
/** RFC 6455 registry: Try Again Later. */
const tryAgainLater = 1013

const sendBounded = (socket: WebSocket, data: Buffer | string, binary: boolean): void => {
  if (socket.bufferedAmount > maxBufferedBytes) socket.terminate()
  else if (socket.readyState === WebSocket.OPEN) socket.send(data, { binary })
}

/** Returns the text of a pushed frame after the fault, or `undefined` to drop it. */
const toPushed = async (text: string, behaviour: FaultBehaviour, target: FaultTarget): Promise<string | undefined> => {
  if (behaviour.push === undefined || !text.includes('"eth_subscription"')) return text
  const frame = JSON.parse(text) as { params: { result: unknown } }
  const result = await behaviour.push(frame.params.result, target.ask)
  return result === undefined ? undefined : JSON.stringify({ ...frame, params: { ...frame.params, result } })
}

/** Connects a client to its own socket at the target. Frames keep their order under any fault. */
export const relayWebSocket = (
  client: WebSocket,
  rawClient: Socket,
  target: FaultTarget,
  current: () => FaultBehaviour,
  record: (methods: readonly string[]) => void,
): WebSocketRelay => {
  const upstream = new WebSocket(target.wsUrl, { perMessageDeflate: false })
  const closing = new AbortController()
  const terminate = (): void => {
    closing.abort()
    client.terminate()
    upstream.terminate()
  }
  const opened = new Promise<void>((resolve) => upstream.once('open', resolve))

  const toLane = (handle: FrameHandler) =>
    createFrameLane({ current, handle, onFailure: terminate, signal: closing.signal })
  const toTarget: FrameHandler = async (data, binary, behaviour) => {
    if (behaviour.cut === 'reset') return void rawClient.resetAndDestroy()
    const message = behaviour.call && !binary ? toRpcMessage(data.toString()) : undefined
    const faulty = message && (await getFaultyAnswer(message, behaviour, target))
    if (faulty !== undefined) return sendBounded(client, faulty, false)
    await opened
    sendBounded(upstream, data, binary)
  }
  const toClient: FrameHandler = async (data, binary, behaviour) => {
    if (binary) return sendBounded(client, data, true)
    const text = await toPushed(data.toString(), behaviour, target)
    if (text !== undefined)
      sendBounded(client, behaviour.cut === 'truncate' ? text.slice(0, text.length >> 1) : text, false)
  }

  client.on('message', toLane(toTarget))
  upstream.on('message', toLane(toClient))
  client.on('message', (data: Buffer, binary: boolean) => {
    record(binary ? [] : (toRpcMessage(data.toString())?.calls.map(({ method }) => method) ?? []))
  })
  client.on('ping', (data: Buffer) => {
    if (!current().silent) client.pong(data)
  })
  for (const [from, to] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    from.on('error', terminate)
    from.on('close', () => {
      closing.abort()
      if (to.readyState === WebSocket.OPEN) to.close(1000)
      else to.terminate()
    })
  }

  return {
    apply: (behaviour) => {
      if (behaviour.refusal) client.close(tryAgainLater)
    },
    terminate,
  }
}
