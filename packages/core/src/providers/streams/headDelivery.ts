import { OutriggerError } from '../../errors/outriggerError.ts'
import { retry } from '../../time/retry.ts'
import { PoolClosedError, RpcAnswerError } from '../errors.ts'
import type { Head, ProviderPool, RpcRequest } from '../poolTypes.ts'
import { isQuantity } from '../reads/shape.ts'
import { maxGapBlocks } from './branch.ts'

/** Number of heads that a listener may handle at the same time. */
const maxParallel = 8
const backOff = { minDelayMs: 50, maxDelayMs: 1000 }

class MissingBlockError extends OutriggerError {
  readonly code = 'MISSING_BLOCK'
}

/** A head that a listener is handling, until the promise it returned has settled. */
type Delivery = {
  readonly head: Head
  /** Resolves when the listener has handled the previous head. */
  readonly before: Promise<void> | undefined
  done: Promise<void> | undefined
  isRemoved: boolean
  isOver: boolean
}

export type HeadListener = {
  /** Called for each head. It may return a promise, as viem's `watchBlocks` does while it reads the block. */
  readonly onHead: (head: Head) => unknown
  /** Called when heads were skipped because the listener was too slow. */
  readonly onLost: (from: bigint, to: bigint) => void
}

export type HeadQueue = { push(head: Head): void; end(): void }

export type HeadDelivery = {
  open(listener: HeadListener): HeadQueue
  /** Answers a read of a block that is being delivered. Undefined for any other request. */
  answer(request: RpcRequest, signal: AbortSignal | undefined): Promise<unknown> | undefined
}

/**
 * Delivers heads to listeners that read each block by its number, as viem does. Such a read is sent by block hash,
 * retried until an endpoint has the block, and answered in the order of the heads, so that listeners see every block
 * in order.
 */
export function createHeadDelivery(pool: Pick<ProviderPool, 'send'>): HeadDelivery {
  const underWay = new Set<Delivery>()
  return {
    open: (listener) => createHeadQueue(listener, underWay),
    answer({ method, params }, signal) {
      if (underWay.size === 0 || method !== 'eth_getBlockByNumber' || !Array.isArray(params)) return undefined
      const [block, isFull] = params as readonly unknown[]
      if (!isQuantity(block)) return undefined
      const height = BigInt(block)
      for (const delivery of underWay)
        if (delivery.head.number === height) return readBlock(pool, delivery, isFull === true, signal)
      return undefined
    },
  }
}

function createHeadQueue({ onHead, onLost }: HeadListener, underWay: Set<Delivery>): HeadQueue {
  const waiting: Head[] = []
  let active: readonly Delivery[] = []
  let isEnded = false

  /**
   * Returns whether a head can be delivered now. Two heads of the same height are not delivered in parallel, because
   * a read by number could not distinguish them.
   */
  function isFree({ number }: Head): boolean {
    const last = active.at(-1)
    return active.length < maxParallel && (last === undefined || last.head.number < number)
  }

  function deliverNext(): void {
    for (let head = waiting[0]; head !== undefined && isFree(head); head = waiting[0]) {
      waiting.shift()
      deliver(head)
    }
  }

  function deliver(head: Head): void {
    const delivery: Delivery = { head, before: active.at(-1)?.done, done: undefined, isRemoved: false, isOver: false }
    active = [...active, delivery]
    underWay.add(delivery)
    let reported: unknown
    try {
      reported = onHead(head)
    } finally {
      if (!isPromise(reported)) leave(delivery)
    }
    if (!isPromise(reported)) return
    delivery.done = reported
      .then(undefined, (error) => {
        if (isEnded) return
        // A listener's own error becomes an uncaught error.
        queueMicrotask(() => {
          throw error
        })
      })
      .then(() => {
        leave(delivery)
        deliverNext()
      })
  }

  function leave(delivery: Delivery): void {
    active = active.filter((other) => other !== delivery)
    underWay.delete(delivery)
  }

  /** Handles a head that a reorganization has removed: it is not delivered, or its running delivery is marked. */
  function remove(hash: string): void {
    if (waiting.at(-1)?.hash === hash) waiting.pop()
    for (const delivery of active) if (delivery.head.hash === hash) delivery.isRemoved = true
  }

  return {
    push(head) {
      if (head.removed) return void remove(head.hash)
      waiting.push(head)
      const lost = waiting.length > maxGapBlocks ? waiting.shift() : undefined
      if (lost !== undefined) onLost(lost.number, lost.number)
      deliverNext()
    },
    end() {
      isEnded = true
      waiting.length = 0
      for (const delivery of active) delivery.isOver = true
    },
  }
}

/**
 * Reads a block, retrying until an endpoint has it. If a reorganization removes the block meanwhile, it is read by
 * its number.
 */
async function readBlock(
  pool: Pick<ProviderPool, 'send'>,
  delivery: Delivery,
  isFull: boolean,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const { head, before } = delivery
  const read = async (attempt: number) => {
    const request = delivery.isRemoved
      ? { method: 'eth_getBlockByNumber', params: [head.header['number'], isFull] }
      : { method: 'eth_getBlockByHash', params: [head.hash, isFull] }
    const how = { prefer: head.provider, fresh: attempt > 1, ...(signal && { signal }) }
    const { result } = await pool.send(request, how)
    if (result === null && !delivery.isOver) throw new MissingBlockError(`No endpoint has block ${head.hash} yet.`)
    return result
  }
  const shouldRetry = (error: unknown) =>
    !(delivery.isOver || error instanceof PoolClosedError || error instanceof RpcAnswerError)
  const result = await retry(read, { ...backOff, signal, shouldRetry })
  await before
  return result
}

function isPromise(value: unknown): value is Promise<unknown> {
  return value instanceof Promise
}
