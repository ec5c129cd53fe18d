import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { OutriggerError, redactUrl } from '@outrigger/core'
import type { Ask, RpcOutcome } from './fault.ts'

/** The target behind a fault proxy did not answer. */
export class FaultTargetError extends OutriggerError {
  readonly code = 'FAULT_TARGET_UNREACHABLE'
  override readonly retryable = true
}

export type ForwardedRequest = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly signal?: AbortSignal
}

export type FaultTarget = {
  readonly wsUrl: string
  forward(forwarded: ForwardedRequest): Promise<IncomingMessage>
  readonly ask: Ask
  close(): void
}

/** Headers that belong to one connection, not to the message (RFC 9110, 7.6.1). */
export const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
])

export const createFaultTarget = (target: string, targetWs?: string): FaultTarget => {
  const url = new URL(target)
  const basePath = url.pathname.replace(/\/$/, '')
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })

  const send = (forwarded: ForwardedRequest, mayRetry: boolean): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { method, path, body, signal } = forwarded
      const headers: IncomingHttpHeaders = { host: url.host }
      for (const [name, value] of Object.entries(forwarded.headers)) {
        if (name !== 'host' && name !== 'content-length' && !hopByHop.has(name)) headers[name] = value
      }
      if (body.length > 0) headers['content-length'] = String(body.length)
      const outgoing = request({
        agent,
        host: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port || 80,
        method,
        path: `${basePath}${path}`,
        headers,
        ...(signal ? { signal } : {}),
      })
      outgoing.once('response', resolve)
      outgoing.once('error', (cause: NodeJS.ErrnoException) => {
        // The target closed a kept-alive socket at the same moment, which is not a failure.
        if (mayRetry && outgoing.reusedSocket && cause.code === 'ECONNRESET') resolve(send(forwarded, false))
        else reject(new FaultTargetError(`No answer from ${redactUrl(target)}. Is it running?`, { cause }))
      })
      outgoing.end(body)
    })

  return {
    wsUrl: targetWs ?? target.replace(/^http/, 'ws'),
    forward: (forwarded) => send(forwarded, true),
    async ask(method, params) {
      const answer = await send(
        {
          method: 'POST',
          path: basePath === '' ? '/' : '',
          headers: { 'content-type': 'application/json' },
          body: Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })),
        },
        true,
      )
      const { result, error } = (await json(answer)) as { result?: unknown; error?: { code: number; message: string } }
      const outcome: RpcOutcome = error === undefined ? { result } : { error }
      return outcome
    },
    close: () => agent.destroy(),
  }
}
