import { OutriggerError } from '../../errors/outriggerError.ts'
import { retry } from '../../time/retry.ts'
import { PoolClosedError, RpcAnswerError } from '../errors.ts'
import type { Head, ProviderPool, RpcRequest } from '../poolTypes.ts'
import { isQuantity } from '../reads/shape.ts'
import { maxGapBlocks } from './branch.ts'

/** Heads that a listener may be handling at the same time. */
const maxParallel = 8
const backOff = { minDelayMs: 50, maxDelayMs: 1000 }

class MissingBlockError extends OutriggerError {
  readonly code = 'MISSING_BLOCK'
}

/** A head that a listener handles, until the promise it returned has ended. */
type Delivery = {
  readonly head: Head
  /** Resolves when the listener is done with the head before this one. */
  readonly before: Promise<void> | undefined
  done: Promise<void> | undefined
  isRemoved: boolean
  isOver: boolean
}

export type HeadListener = {
  /** May return a promise, as viem's `watchBlocks` does while it reads the block. */
  readonly onHead: (head: Head) => unknown
  /** The listener was so slow that heads were left out. */
  readonly onLost: (from: bigint, to: bigint) => void
}

export type HeadQueue = { push(head: Head): void; end(): void }

export type HeadDelivery = {
  open(listener: HeadListener): HeadQueue
  /** The answer to a read of a block that is being delivered; undefined for any other request. */
  answer(request: RpcRequest, signal: AbortSignal | undefined): Promise<unknown> | undefined
}

/**
 * Delivers heads to listeners that read each block by its number, as viem does. So that they see every block in order, a
 * block being delivered is read by its hash, until an endpoint has it, and the answers come in the order of the heads.
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

  /** Not two of one height at once, as after a reorganisation: a read by number could not distinguish them. */
  function isFree({ number }: Head): boolean {
    const last = active.at(-1)
    return active.length < maxParallel && (last === undefined || last.head.number < number)
  }

  function tellNext(): void {
    for (let head = waiting[0]; head !== undefined && isFree(head); head = waiting[0]) {
      waiting.shift()
      tell(head)
    }
  }

  function tell(head: Head): void {
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
        // A listener's own error becomes an uncaught one.
        queueMicrotask(() => {
          throw error
        })
      })
      .then(() => {
        leave(delivery)
        tellNext()
      })
  }

  function leave(delivery: Delivery): void {
    active = active.filter((other) => other !== delivery)
    underWay.delete(delivery)
  }

  return {
    push(head) {
      if (head.removed) {
        if (waiting.at(-1)?.hash === head.hash) waiting.pop()
        for (const delivery of active) if (delivery.head.hash === head.hash) delivery.isRemoved = true
        return
      }
      waiting.push(head)
      const lost = waiting.length > maxGapBlocks ? waiting.shift() : undefined
      if (lost !== undefined) onLost(lost.number, lost.number)
      tellNext()
    },
    end() {
      isEnded = true
      waiting.length = 0
      for (const delivery of active) delivery.isOver = true
    },
  }
}

/** Asks until an endpoint has the block. One that a reorganisation takes out meanwhile is read by its number. */
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
