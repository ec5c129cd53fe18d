import { type Cancellation, Canceller } from '../../time/cancel.ts'
import type { Endpoint } from '../endpoint.ts'
import { exchange } from './connection.ts'
import { toReplies, toReply } from './envelope.ts'
import { type Payload, type RpcCall, sendAlone, toEnvelope, toPayload } from './rpcCall.ts'

type Waiting = {
  readonly call: RpcCall
  readonly signal: Cancellation
  readonly resolve: (payload: Payload | Promise<Payload>) => void
  readonly reject: (error: unknown) => void
}

type Line = {
  readonly waiting: Waiting[]
  inFlight: number
  /** So many were in flight at the last look that calls are collected. */
  isCrowded: boolean
  /** Largest batch the provider has answered. */
  proven: number
  /** Largest batch that is tried. */
  most: number
  /** A batch larger than any before is on its way. */
  trying: boolean
  /** When a refused size may be tried again. */
  retryAtMs: number
}

// With fewer calls in flight a batch saves little, and quick calls would wait for slow ones.
const minInFlight = 8
const refusalLifeMs = 10 * 60_000
// One of these may take longer than all others of a batch together.
const heavy =
  /^(?:eth_(?:getLogs|estimateGas|createAccessList|simulateV1|getBlockReceipts)|debug_|trace_|txpool_|testing_)/

const lines = new WeakMap<Endpoint, Line>()

/**
 * One JSON-RPC 2.0 request. While many are in flight, those made in the same turn of the event loop are sent in one
 * batch. The size the provider takes is tried out: two calls at first, then twice as many each time. A batch that is
 * refused is sent one by one, and its size is not tried again for ten minutes. @throws {EndpointError}
 */
export function sendRpc(endpoint: Endpoint, call: RpcCall, signal: Cancellation): Promise<Payload> {
  if (endpoint.maxBatch === 1 || heavy.test(call.method)) return sendAlone(endpoint, call, signal)
  const line = lineOf(endpoint)
  line.inFlight += 1
  if (line.inFlight > minInFlight) line.isCrowded = true
  const answer =
    line.isCrowded && line.most > 1 ? queue(endpoint, line, call, signal) : sendAlone(endpoint, call, signal)
  const end = () => {
    line.inFlight -= 1
  }
  answer.then(end, end)
  return answer
}

function lineOf(endpoint: Endpoint): Line {
  const known = lines.get(endpoint)
  if (known !== undefined) {
    if (known.most < endpoint.maxBatch && known.retryAtMs < performance.now()) known.most = endpoint.maxBatch
    return known
  }
  const line = {
    waiting: [],
    inFlight: 0,
    isCrowded: false,
    proven: 1,
    most: endpoint.maxBatch,
    trying: false,
    retryAtMs: 0,
  }
  lines.set(endpoint, line)
  return line
}

function queue(endpoint: Endpoint, line: Line, call: RpcCall, signal: Cancellation): Promise<Payload> {
  return new Promise((resolve, reject) => {
    line.waiting.push({ call, signal, resolve, reject })
    if (line.waiting.length === 1) setImmediate(flush, endpoint, line)
  })
}

function flush(endpoint: Endpoint, line: Line): void {
  line.isCrowded = line.inFlight > minInFlight
  if (!line.isCrowded) sendEach(endpoint, line.waiting.splice(0))
  while (line.waiting.length > 0) {
    const size = Math.min(line.most, line.trying ? line.proven : 2 * line.proven)
    const batch = line.waiting.splice(0, size)
    if (batch.length > 1) void sendBatch(endpoint, line, batch)
    else sendEach(endpoint, batch)
  }
}

function sendEach(endpoint: Endpoint, batch: readonly Waiting[]): void {
  for (const { call, signal, resolve } of batch) resolve(sendAlone(endpoint, call, signal))
}

async function sendBatch(endpoint: Endpoint, line: Line, batch: readonly Waiting[]): Promise<void> {
  const trial = batch.length > line.proven
  if (trial) line.trying = true
  const envelopes = batch.map(({ call }) => toEnvelope(call))
  const body = `[${envelopes.map(({ text }) => text).join(',')}]`
  const shared = new Canceller()
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
  const shrink = () => {
    line.most = Math.max(1, trial ? line.proven : batch.length >> 1)
    line.proven = Math.min(line.proven, line.most)
    line.retryAtMs = performance.now() + refusalLifeMs
  }
  try {
    const response = await exchange(endpoint, { method: 'POST', path: endpoint.path, body }, shared)
    const text = response.body.toString()
    const replies = toReplies(text)
    const byId = new Map(replies?.map((reply) => [String(reply.id), reply]))
    // Some providers refuse a batch with an array of one error.
    const whole = envelopes.every(({ id }) => byId.has(String(id)))
    if (!whole && (trial || (replies === null && isRefusal(response.status, text)))) {
      shrink()
      return sendEach(endpoint, batch)
    }
    if (whole) line.proven = Math.max(line.proven, batch.length)
    envelopes.forEach(({ id }, index) => {
      try {
        batch[index]?.resolve(toPayload(endpoint, byId.get(String(id)) ?? null, id, response))
      } catch (error) {
        batch[index]?.reject(error)
      }
    })
  } catch (error) {
    if (trial) shrink()
    // The batch may have broken the connection, so its calls are sent one by one.
    if (trial && !shared.aborted) sendEach(endpoint, batch)
    else for (const { reject } of batch) reject(error)
  } finally {
    if (trial) line.trying = false
    for (const off of detach) off()
  }
}

/** Whether the batch itself was refused, not a call in it: as no valid request (JSON-RPC 2.0), which one too long may be. */
function isRefusal(status: number, text: string): boolean {
  const code = toReply(text)?.error?.code
  return status === 413 || code === -32600 || code === -32700 || (/batch/i.test(text) && text.length < 2000)
}
