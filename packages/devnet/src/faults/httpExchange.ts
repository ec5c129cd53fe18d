import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultBehaviour } from './fault.ts'
import { getFaultyAnswer, type RpcMessage } from './rpc.ts'
import { type FaultTarget, hopByHop } from './target.ts'

export type HttpExchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly body: Buffer
  readonly message: RpcMessage | undefined
  readonly behaviour: FaultBehaviour
  readonly target: FaultTarget
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
}

/** Long enough for the client to read the first half before RST discards data in flight. */
const resetAfterMs = 20

const toHeaders = (headers: IncomingMessage['headers'], cut: FaultBehaviour['cut']): OutgoingHttpHeaders => {
  const kept: OutgoingHttpHeaders = {}
  for (const [name, value] of Object.entries(headers)) {
    if (!hopByHop.has(name) && !(cut === 'truncate' && name === 'content-length')) kept[name] = value
  }
  return kept
}

const relay = async (answer: IncomingMessage, { response, behaviour, signal }: HttpExchange): Promise<void> => {
  response.writeHead(answer.statusCode ?? 502, toHeaders(answer.headers, behaviour.cut))
  if (behaviour.cut === undefined) {
    if (answer.headers['content-length'] === undefined) response.flushHeaders()
    await pipeline(answer, response)
    return
  }
  for await (const chunk of answer) {
    const half = (chunk as Buffer).subarray(0, (chunk as Buffer).length >> 1)
    if (behaviour.cut === 'truncate') {
      response.end(half)
    } else {
      response.write(half)
      await sleep(resetAfterMs, undefined, { signal })
      response.socket?.resetAndDestroy()
    }
    break
  }
  if (!response.writableEnded) response.end()
}

/** Serves a request with the fault that was on when it arrived. Later changes do not affect it. */
export const serveHttpExchange = async (exchange: HttpExchange): Promise<void> => {
  const { request, response, body, message, behaviour, target, signal } = exchange
  if (behaviour.silent) return
  if (behaviour.delayMs !== undefined) await sleep(behaviour.delayMs, undefined, { signal })
  if (behaviour.refusal) {
    response.writeHead(behaviour.refusal.status, { 'content-type': 'text/plain', ...behaviour.refusal.headers })
    response.end(`fault: ${behaviour.refusal.status}\n`)
    return
  }
  const faulty = message && (await getFaultyAnswer(message, behaviour, target))
  if (faulty !== undefined) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(faulty) })
    response.end(faulty)
    return
  }
  const { method = 'GET', url = '/', headers } = request
  await relay(await target.forward({ method, path: url, headers, body, signal }), exchange)
}
