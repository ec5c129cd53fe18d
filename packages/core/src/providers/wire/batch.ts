import { getOrCreate } from '../../cache/getOrCreate.ts'
import { onAbort } from '../../time/abort.ts'
import { type Cancellation, Canceller } from '../../time/cancel.ts'
import type { Endpoint } from '../endpoint.ts'
import { exchange, type HttpReply } from './connection.ts'
import { toReplies, toReply } from './envelope.ts'
import { type Payload, type RpcCall, sendAlone, toEnvelope, toPayload } from './rpcCall.ts'

type Waiting = {
  readonly call: RpcCall
  readonly signal: Cancellation
  readonly resolve: (payload: Payload | Promise<Payload>) => void
  readonly reject: (error: unknown) => void
}

type Queue = {
  readonly waiting: Waiting[]
  inFlight: number
  /** Whether enough calls are in flight to collect them into batches. */
  isCrowded: boolean
  /** Largest batch that the provider has answered. */
  proven: number
  /** Largest batch to try. */
  most: number
  /** Whether a batch larger than any before is in flight. */
  trying: boolean
  /** When a refused batch size may be tried again. */
  retryAtMs: number
}

// With fewer calls in flight a batch saves little, and fast calls would wait for slow ones.
const minInFlight = 8
const refusalLifeMs = 10 * 60_000
// One of these calls may take longer than all others of a batch together.
const heavy =
  /^(?:eth_(?:getLogs|estimateGas|createAccessList|simulateV1|getBlockReceipts)|debug_|trace_|txpool_|testing_)/

const queues = new WeakMap<Endpoint, Queue>()

/**
 * Sends one JSON-RPC 2.0 request. While many are in flight, requests of the same turn of the event loop are sent in one batch.
 * The batch size starts at two and doubles as long as the provider accepts it. The calls of a refused batch are sent one by one,
 * and its size is not tried again for ten minutes. @throws {EndpointError}
 */
export function sendRpc(endpoint: Endpoint, call: RpcCall, signal: Cancellation): Promise<Payload> {
  if (endpoint.maxBatch === 1 || heavy.test(call.method)) return sendAlone(endpoint, call, signal)
  const queue = queueOf(endpoint)
  queue.inFlight += 1
  if (queue.inFlight > minInFlight) queue.isCrowded = true
  const answer =
    queue.isCrowded && queue.most > 1 ? enqueue(endpoint, queue, call, signal) : sendAlone(endpoint, call, signal)
  const end = () => {
    queue.inFlight -= 1
  }
  answer.then(end, end)
  return answer
}

function queueOf(endpoint: Endpoint): Queue {
  const queue = getOrCreate(queues, endpoint, () => ({
    waiting: [],
    inFlight: 0,
    isCrowded: false,
    proven: 1,
    most: endpoint.maxBatch,
    trying: false,
    retryAtMs: 0,
  }))
  if (queue.most < endpoint.maxBatch && queue.retryAtMs < performance.now()) queue.most = endpoint.maxBatch
  return queue
}

function enqueue(endpoint: Endpoint, queue: Queue, call: RpcCall, signal: Cancellation): Promise<Payload> {
  return new Promise((resolve, reject) => {
    queue.waiting.push({ call, signal, resolve, reject })
    if (queue.waiting.length === 1) setImmediate(flush, endpoint, queue)
  })
}

function flush(endpoint: Endpoint, queue: Queue): void {
  queue.isCrowded = queue.inFlight > minInFlight
  if (!queue.isCrowded) sendEach(endpoint, queue.waiting.splice(0))
  while (queue.waiting.length > 0) {
    const size = Math.min(queue.most, queue.trying ? queue.proven : 2 * queue.proven)
    const batch = queue.waiting.splice(0, size)
    if (batch.length > 1) void sendBatch(endpoint, queue, batch)
    else sendEach(endpoint, batch)
  }
}

function sendEach(endpoint: Endpoint, batch: readonly Waiting[]): void {
  for (const { call, signal, resolve } of batch) resolve(sendAlone(endpoint, call, signal))
}

async function sendBatch(endpoint: Endpoint, queue: Queue, batch: readonly Waiting[]): Promise<void> {
  const isTrial = batch.length > queue.proven
  if (isTrial) queue.trying = true
  const envelopes = batch.map(({ call }) => toEnvelope(call))
  const body = `[${envelopes.map(({ text }) => text).join(',')}]`
  const { shared, detach } = joinSignals(batch)
  try {
    const response = await exchange(endpoint, { method: 'POST', path: endpoint.path, body }, shared)
    const ids = envelopes.map(({ id }) => id)
    const { isWhole, isRefused, toAnswer } = readReplies(endpoint, response, ids)
    if (isWhole) queue.proven = Math.max(queue.proven, batch.length)
    else if (isTrial || isRefused) {
      shrink(queue, batch.length)
      return sendEach(endpoint, batch)
    }
    for (const [index, id] of ids.entries()) batch[index]?.resolve(toAnswer(id))
  } catch (error) {
    if (isTrial) shrink(queue, batch.length)
    // The batch may have broken the connection, so its calls are sent one by one.
    if (isTrial && !shared.aborted) sendEach(endpoint, batch)
    else rejectEach(batch, error)
  } finally {
    if (isTrial) queue.trying = false
    detach()
  }
}

function rejectEach(batch: readonly Waiting[], error: unknown): void {
  for (const { reject } of batch) reject(error)
}

function readReplies(endpoint: Endpoint, response: HttpReply, ids: readonly number[]) {
  const text = response.body.toString()
  const replies = toReplies(text)
  const byId = new Map(replies?.map((reply) => [String(reply.id), reply]))
  return {
    // Some providers refuse a batch with an array of one error.
    isWhole: ids.every((id) => byId.has(String(id))),
    isRefused: replies === null && isRefusal(response.status, text),
    toAnswer: async (id: number) => toPayload(endpoint, byId.get(String(id)) ?? null, id, response),
  }
}

/** Rejects each call when its own signal aborts, and aborts the batch when all of them have. */
function joinSignals(batch: readonly Waiting[]) {
  const shared = new Canceller()
  let left = batch.length
  const listeners = batch.map(({ signal, reject }) =>
    onAbort([signal], (reason) => {
      reject(reason)
      left -= 1
      if (left === 0) shared.abort(reason)
    }),
  )
  const detach = () => {
    for (const off of listeners) off()
  }
  return { shared, detach }
}

function shrink(queue: Queue, size: number): void {
  queue.most = Math.max(1, size > queue.proven ? queue.proven : size >> 1)
  queue.proven = Math.min(queue.proven, queue.most)
  queue.retryAtMs = performance.now() + refusalLifeMs
}
/**
 * Returns whether the batch itself was refused, not a call in it. JSON-RPC 2.0 reports an invalid batch, for example
 * one that is too long, as an invalid request.
 */
function isRefusal(status: number, text: string): boolean {
  const code = toReply(text)?.error?.code
  return status === 413 || code === -32600 || code === -32700 || (/batch/i.test(text) && text.length < 2000)
}
