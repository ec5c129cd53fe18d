import type { Endpoint } from '../endpoint.ts'
import { exchange } from './connection.ts'
import { toReplies } from './envelope.ts'
import { askAlone, type Payload, type RpcCall, toEnvelope, toPayload } from './rpcCall.ts'

type Waiting = {
  readonly call: RpcCall
  readonly signal: AbortSignal
  readonly resolve: (payload: Payload | Promise<Payload>) => void
  readonly reject: (error: unknown) => void
}

type Line = { waiting: Waiting[]; limit: number }

const lines = new WeakMap<Endpoint, Line>()

/**
 * One JSON-RPC 2.0 request. Where the endpoint takes batches it travels with all others made in the same turn of the
 * event loop. A provider that refuses the size is asked with half of it from then on; one that refuses batches, one by
 * one. @throws {EndpointError}
 */
export function askRpc(endpoint: Endpoint, call: RpcCall, signal: AbortSignal): Promise<Payload> {
  return endpoint.maxBatch > 1 ? askInBatch(endpoint, call, signal) : askAlone(endpoint, call, signal)
}

function askInBatch(endpoint: Endpoint, call: RpcCall, signal: AbortSignal): Promise<Payload> {
  return new Promise((resolve, reject) => {
    const line = lines.get(endpoint) ?? { waiting: [], limit: endpoint.maxBatch }
    lines.set(endpoint, line)
    const { waiting } = line
    waiting.push({ call, signal, resolve, reject })
    if (waiting.length === 1) setImmediate(flush, endpoint, line)
    else if (waiting.length >= line.limit) flush(endpoint, line)
  })
}

function flush(endpoint: Endpoint, line: Line): void {
  const batch = line.waiting.splice(0)
  const [first] = batch
  if (first === undefined) return
  if (batch.length === 1) first.resolve(askAlone(endpoint, first.call, first.signal))
  else void sendBatch(endpoint, line, batch)
}

async function sendBatch(endpoint: Endpoint, line: Line, batch: readonly Waiting[]): Promise<void> {
  const envelopes = batch.map(({ call }) => toEnvelope(call))
  const body = `[${envelopes.map(({ text }) => text).join(',')}]`
  const shared = new AbortController()
  let left = batch.length
  const detach = batch.map(({ signal, reject }) => {
    const leave = () => {
      reject(signal.reason)
      left -= 1
      if (left === 0) shared.abort(signal.reason)
    }
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    return () => signal.removeEventListener('abort', leave)
  })
  try {
    const response = await exchange(endpoint, { method: 'POST', path: endpoint.path, body }, shared.signal)
    const text = response.body.toString()
    const replies = toReplies(text)
    if (replies === null && isRefusal(response.status, text)) {
      line.limit = Math.max(1, batch.length >> 1)
      for (const { call, signal, resolve } of batch)
        resolve(line.limit > 1 ? askInBatch(endpoint, call, signal) : askAlone(endpoint, call, signal))
      return
    }
    const byId = new Map(replies?.map((reply) => [String(reply.id), reply]))
    envelopes.forEach(({ id }, index) => {
      try {
        batch[index]?.resolve(toPayload(endpoint, byId.get(String(id)) ?? null, id, response))
      } catch (error) {
        batch[index]?.reject(error)
      }
    })
  } catch (error) {
    for (const { reject } of batch) reject(error)
  } finally {
    for (const off of detach) off()
  }
}

/** Whether the batch itself was turned away, not what was in it. */
function isRefusal(status: number, text: string): boolean {
  return status === 413 || (/batch/i.test(text) && text.length < 2000)
}
