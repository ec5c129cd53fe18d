import type { Clock } from '../../time/clock.ts'
import type { Answer } from '../poolTypes.ts'
import type { Payload, RpcCall } from '../wire/rpcCall.ts'
import { toBlockReference, toResultBlock } from './blockReference.ts'
import { createFinality } from './finality.ts'
import { createReadCache, toLifetime } from './readCache.ts'

const maxFinalityWaitMs = 2000

export type AnswerCacheOptions = {
  /** Maximum size of the cache in bytes. Null turns the cache off. */
  readonly maxBytes: number | null
  readonly clock: Clock
  readonly referenceHead: () => bigint | null
  /** Requests the highest final block. Null if the chain's nodes do not report it. */
  readonly getFinalBlock: () => Promise<bigint | null>
}

/** Cached answers by request. They are returned only as long as they are valid. */
export type AnswerCache = {
  /** Returns a cached answer. `head` identifies the current head, or is null if no socket would push the next head. */
  get(key: string, head: string | null): Answer<Payload> | undefined
  /** Stores an answer if it stays valid. `head` is the head when the request was sent. Returns the answer with its block. */
  keep(key: string, call: RpcCall, given: Answer<Payload>, head: string | null): Answer<Payload>
  /** Drops everything, because a local chain was reset. */
  clear(): void
}

export function createAnswerCache(options: AnswerCacheOptions): AnswerCache {
  const { clock, referenceHead, getFinalBlock } = options
  const stored = options.maxBytes === null ? null : createReadCache(options.maxBytes, clock)
  const finality = createFinality(getFinalBlock, clock)

  function clear(): void {
    stored?.clear()
    finality.forget()
  }

  return {
    get(key, head) {
      const hit = stored?.get(key, head)
      if (hit === undefined) return undefined
      const { result, provider, role, block } = hit
      const ageMs = clock.now() - hit.storedAtMs
      const how = { attempts: 0, hedged: false, cached: true }
      return { result, provider, role, ...how, ageMs, block, latencyMs: 0 }
    },
    keep(key, call, given, head) {
      const reference = toBlockReference(call)
      const block = reference?.kind === 'number' ? reference.number : toResultBlock(given.result.value)
      const answer = { ...given, block }
      // Later callers must not get an unconfirmed answer.
      if (stored === null || given.unconfirmed) return answer
      const lifetime = toLifetime(call, given.result.value)
      if (lifetime.kind === 'none') return answer
      if (lifetime.kind === 'final') {
        const reached = referenceHead()
        if (reached !== null && finality.block !== null && reached < finality.block) clear()
        const { block: final } = finality
        const refreshing = finality.refresh(lifetime.block, reached)
        // If the block turns out to be final shortly after the read, it was already final when it was read.
        const readAtMs = clock.now()
        void refreshing?.then(() => {
          if (finality.block !== final && clock.now() - readAtMs < maxFinalityWaitMs)
            stored.set(key, lifetime, answer, { final: finality.block, head: null })
        })
      }
      stored.set(key, lifetime, answer, { final: finality.block, head })
      return answer
    },
    clear,
  }
}
