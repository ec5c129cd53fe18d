import { LRUCache } from 'lru-cache'
import type { Clock } from '../../time/clock.ts'
import type { Answer, RpcRequest } from '../poolTypes.ts'
import type { Payload } from '../wire/rpcCall.ts'
import { readsState, toBlockReference, toLogsRange, toResultBlock } from './blockReference.ts'

/**
 * How long an answer is valid. It is valid forever if its block is final or requested by hash, and for one head if
 * the request reads `latest`. Otherwise it is not cached.
 */
export type Lifetime =
  | { readonly kind: 'forever' }
  | { readonly kind: 'final'; readonly block: bigint }
  | { readonly kind: 'head' }
  | { readonly kind: 'none' }

const never: Lifetime = { kind: 'none' }
const ofTransaction = new Set(['eth_getTransactionReceipt', 'eth_getTransactionByHash'])
const ofHead = new Set(['eth_blockNumber', 'eth_gasPrice', 'eth_maxPriorityFeePerGas', 'eth_blobBaseFee'])

export function toLifetime(request: RpcRequest, value: unknown): Lifetime {
  const { method } = request
  if (value === null || value === undefined) return never
  if (ofHead.has(method)) return { kind: 'head' }
  if (ofTransaction.has(method)) {
    const block = toResultBlock(value)
    return block === null ? never : { kind: 'final', block }
  }
  const range = toLogsRange(request)
  if (range !== null) return { kind: 'final', block: range.to }
  const reference = toBlockReference(request)
  if (reference?.kind === 'hash') return { kind: 'forever' }
  if (reference?.kind === 'number') return { kind: 'final', block: reference.number }
  const atHead = readsState(request) || method.startsWith('eth_getBlock') || method === 'eth_feeHistory'
  return reference?.kind === 'tag' && reference.tag === 'latest' && atHead ? { kind: 'head' } : never
}

export type CachedAnswer = Pick<Answer<Payload>, 'result' | 'provider' | 'role' | 'block'> & {
  readonly storedAtMs: number
  /** The head at which the answer was read. Null for an answer that stays valid. */
  readonly head: string | null
}

export type ReadCache = {
  get(key: string, head: string | null): CachedAnswer | undefined
  /** Stores an answer. `head` identifies the current head, or is null if no socket would push the next head. */
  set(
    key: string,
    lifetime: Lifetime,
    answer: Answer<Payload>,
    now: { readonly final: bigint | null; readonly head: string | null },
  ): void
  clear(): void
}

// One answer may take at most this share (1/8) of the cache.
const maxShare = 8
/** Longer answers are stored as text and parsed on each read, because thousands of cached objects slow down garbage collection. */
const maxParsedLength = 16_384
// A socket can fall silent without closing, so its last head counts as the latest only for this time.
const maxHeadAgeMs = 1000

export function createReadCache(maxBytes: number, clock: Clock): ReadCache {
  const entries = new LRUCache<string, CachedAnswer & { readonly bytes: number }>({
    maxSize: maxBytes,
    maxEntrySize: Math.max(1, Math.floor(maxBytes / maxShare)),
    sizeCalculation: ({ bytes }) => bytes,
  })
  return {
    get(key, head) {
      const entry = entries.get(key)
      if (entry === undefined || entry.head === null) return entry
      if (entry.head === head && clock.now() - entry.storedAtMs < maxHeadAgeMs) return entry
      entries.delete(key)
      return undefined
    },
    set(key, lifetime, { result, provider, role, block }, now) {
      const isFinal = lifetime.kind === 'final' && (lifetime.block === 0n || lifetime.block <= (now.final ?? -1n))
      const isLasting = lifetime.kind === 'forever' || isFinal
      if (!isLasting && (lifetime.kind !== 'head' || now.head === null)) return
      const text = result.text()
      const isParsed = text.length <= maxParsedLength
      const payload = isParsed ? { value: result.value, text: () => text } : new TextPayload(text)
      // Two bytes per character, and about as much again for a parsed value.
      const bytes = (isParsed ? 4 : 2) * (key.length + text.length) + 256
      const head = isLasting ? null : now.head
      entries.set(key, { result: payload, provider, role, block, storedAtMs: clock.now(), head, bytes })
    },
    clear: () => entries.clear(),
  }
}

class TextPayload implements Payload {
  readonly text: () => string

  constructor(text: string) {
    this.text = () => text
  }

  get value(): unknown {
    return JSON.parse(this.text())
  }
}
