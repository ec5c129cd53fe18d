import { type Hex, numberToHex } from 'viem'
import { createBoundedMap } from '../../cache/boundedMap.ts'
import type { Unwatch } from '../../events/emitter.ts'
import type { Answer, Head, PendingOptions, PendingTransaction, ProviderPool, RpcRequest } from '../poolTypes.ts'
import { toBlockReference } from '../reads/blockReference.ts'
import { toQuantity } from '../reads/integrity.ts'
import { PinnedReadError, pinReads, withBlock } from '../reads/pin.ts'
import { toHead } from '../streams/head.ts'
import { toTransport } from '../transport.ts'

/** A chain as it was at a past block. `latest`, `pending`, `safe` and `finalized` mean this block, which moves on request. */
export type PastPool = ProviderPool & {
  /** The current block. */
  head(): Head
  /** Returns the block after the current one. Null at the end of the chain. */
  peekNext(): Promise<Head | null>
  /** Moves to the next block and reports it to the listeners of heads. Does nothing at the end of the chain. */
  advance(): Promise<Head | null>
  /** Reports a pending transaction, in JSON-RPC form. `atMs` is the time of the first sighting, Unix ms. */
  showPending(transaction: Readonly<Record<string, unknown>> & { readonly hash: Hex }, atMs: number): void
  /** Number of requests that run now, and the time of the last start or end of one, by `performance.now()`. */
  activity(): { readonly running: number; readonly lastMs: number }
}

type PendingListener = { readonly onTransaction: (one: PendingTransaction) => void; readonly options: PendingOptions }
type RpcTransaction = Readonly<Record<string, unknown>>

/** Shown as the provider of pending transactions. */
const endpoint = 'recording'
/** Number of pending transactions that can be looked up. */
const maxShown = 65_536

/**
 * Creates a pool that shows a chain as it was at `block`, from a pool whose providers have old states. Everything that follows a
 * pool, such as a mempool watcher, a pool book or a detector, then works as it would have worked then. It sends no transactions.
 *
 * @throws {PinnedReadError} the block does not exist
 * @throws {AllProvidersFailedError}
 * @example
 * const past = await createPastPool(archive, 23_000_000n)
 * await using watcher = createMempoolWatcher({ pool: past })
 * past.showPending(transaction, Date.parse('2025-08-07T10:00:00Z'))
 * await past.advance()
 */
export async function createPastPool(archive: ProviderPool, block: bigint): Promise<PastPool> {
  const headListeners = new Set<(head: Head) => void>()
  const pendingListeners = new Set<PendingListener>()
  const shown = createBoundedMap<Hex, RpcTransaction>(maxShown)
  let running = 0
  let lastMs = performance.now()
  const first = await readHead(archive, block)
  if (first === null) throw new PinnedReadError(`Block ${block} of ${archive.chain.name} does not exist.`)
  let head = first
  let next: Head | null = null

  async function track<result>(work: () => Promise<result>): Promise<result> {
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      lastMs = performance.now()
    }
  }

  const peekNext = async () => {
    next ??= await track(() => readHead(archive, head.number + 1n))
    return next
  }

  async function advance(): Promise<Head | null> {
    const moved = await peekNext()
    if (moved === null) return null
    head = moved
    next = null
    for (const onHead of headListeners) onHead(head)
    return head
  }

  async function send<result>(
    request: RpcRequest,
    options?: Parameters<ProviderPool['send']>[1],
  ): Promise<Answer<result>> {
    if (request.method.startsWith('eth_send'))
      throw new PinnedReadError(`${request.method} cannot be sent to the past.`)
    const answer = await track(() => archive.send<result>(toPast(request, head.number), options))
    return { ...answer, result: hideLater(request, answer.result, { head: head.number, shown }) as result }
  }

  function listen<listener>(listeners: Set<listener>, listener: listener): Unwatch {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  const pool: PastPool = {
    ...archive,
    head: () => head,
    peekNext,
    advance,
    activity: () => ({ running, lastMs }),
    showPending(transaction, atMs) {
      const { hash } = transaction
      shown.set(hash, transaction)
      const pending = { hash, transaction, provider: endpoint }
      for (const { onTransaction, options } of pendingListeners) {
        options.onSighting?.({ ...pending, atMs })
        onTransaction(pending)
      }
    },
    transport: (...parameters) => transport(...parameters),
    send,
    async relay(request, options) {
      const { result, ...answer } = await send(request, options)
      return { ...answer, result: JSON.stringify(result) }
    },
    watchHeads(onHead, { emitOnBegin = true } = {}) {
      const stop = listen(headListeners, onHead)
      const begun = head
      queueMicrotask(() => emitOnBegin && headListeners.has(onHead) && begun === head && onHead(head))
      return stop
    },
    watchPendingTransactions(onTransaction, options = {}) {
      queueMicrotask(() => options.onBegin?.())
      return listen(pendingListeners, { onTransaction, options })
    },
    watchLogs() {
      throw new PinnedReadError('Logs of the past cannot be watched. Read them with eth_getLogs.')
    },
    pinBlock: (at) => pinReads(pool, at),
    report() {
      const report = archive.report()
      const endpoints = report.endpoints.map((one) => ({ ...one, head: head.number }))
      return { ...report, head: head.number, headAtMs: Number(head.timestamp) * 1_000, outage: null, endpoints }
    },
    async close() {
      headListeners.clear()
      pendingListeners.clear()
    },
    [Symbol.asyncDispose]: () => pool.close(),
  }
  const transport = toTransport(pool)
  return pool
}

async function readHead(archive: ProviderPool, number: bigint): Promise<Head | null> {
  const request = { method: 'eth_getBlockByNumber', params: [numberToHex(number), false] }
  const { result, provider } = await archive.send(request)
  return toHead(result, provider)
}

/** Replaces a block tag with the past block. */
function toPast(request: RpcRequest, head: bigint): RpcRequest {
  if (request.method === 'eth_blockNumber')
    return { method: 'eth_getBlockByNumber', params: [numberToHex(head), false] }
  const reference = toBlockReference(request)
  return reference?.kind === 'tag' && reference.tag !== 'earliest' ? withBlock(request, numberToHex(head)) : request
}

type Past = { readonly head: bigint; readonly shown: { get(hash: Hex): RpcTransaction | undefined } }

/** Hides what a provider knows and could not know at the past block. */
function hideLater({ method, params }: RpcRequest, result: unknown, { head, shown }: Past): unknown {
  if (method === 'eth_blockNumber') return numberToHex(head)
  if (method !== 'eth_getTransactionByHash' && method !== 'eth_getTransactionReceipt') return result
  const number = toQuantity((result as RpcTransaction | null)?.['blockNumber'])
  if (number !== null && number <= head) return result
  const [hash] = params as readonly [Hex]
  return method === 'eth_getTransactionByHash' ? (shown.get(hash) ?? null) : null
}
